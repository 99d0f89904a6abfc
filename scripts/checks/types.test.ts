import { join } from 'node:path';
import { test } from 'node:test';
import { root, runTool } from './tool.ts';

/**
 * Checks only files affected by a change, with a single checker: several would each compute the shared types, and the
 * other checks need the other processors.
 */
const checkTypes = (project: string): void => {
  const known = join(root, 'node_modules/.cache/praca-types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const remembering = ['--incremental', '--tsBuildInfoFile', known];
  runTool(['tsc', '--project', project, '--noEmit', '--pretty', 'false', '--checkers', '1', ...remembering]);
};

test('the server compiles', () => checkTypes('.'));

test('the client package compiles for browsers', () => checkTypes('packages/client'));

test('the app and its service worker compile for browsers', () => {
  checkTypes('web/app');
  checkTypes('web/app/worker');
  // Tests of the app's pure code, with the types of both browsers and Node.
  checkTypes('test/app');
});

import { join } from 'node:path';
import { test } from 'node:test';
import { root, runTool } from './tool.ts';

/**
 * Only what a change can reach is checked again. By one checker: several would each work out the types that all use, and
 * the other checks have the other processors.
 */
const checkTypes = (project: string): void => {
  const known = join(root, 'node_modules/.cache/praca-types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const remembering = ['--incremental', '--tsBuildInfoFile', known];
  runTool(['tsc', '--project', project, '--noEmit', '--pretty', 'false', '--checkers', '1', ...remembering]);
};

test('the types fit', () => checkTypes('.'));

test('the client package fits browsers', () => checkTypes('packages/client'));

test('the app fits browsers, and its worker theirs', () => {
  checkTypes('web/app');
  checkTypes('web/app/worker');
  // Tests of what is pure in it: with the types of browsers and of Node.
  checkTypes('test/app');
});

import { test } from 'node:test';
import { runTool } from './tool.ts';

test('the types fit', () => runTool(['tsc', '--noEmit', '--pretty', 'false']));

test('the client package fits browsers', () =>
  runTool(['tsc', '--project', 'packages/client', '--noEmit', '--pretty', 'false']));

test('the app fits browsers, and its worker theirs', () => {
  runTool(['tsc', '--project', 'web/app', '--noEmit', '--pretty', 'false']);
  runTool(['tsc', '--project', 'web/app/worker', '--noEmit', '--pretty', 'false']);
  // Tests of what is pure in it: with the types of browsers and of Node.
  runTool(['tsc', '--project', 'test/app', '--noEmit', '--pretty', 'false']);
});

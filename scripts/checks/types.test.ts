import { test } from 'node:test';
import { runTool } from './tool.ts';

test('the types fit', () => runTool(['tsc', '--noEmit', '--pretty', 'false']));

test('the client package fits browsers', () =>
  runTool(['tsc', '--project', 'packages/client', '--noEmit', '--pretty', 'false']));

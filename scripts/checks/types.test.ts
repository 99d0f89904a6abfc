import { test } from 'node:test';
import { runTool } from './tool.ts';

test('the types fit', () => runTool(['tsc', '--noEmit', '--pretty', 'false']));

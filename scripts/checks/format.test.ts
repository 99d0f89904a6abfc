import { test } from 'node:test';
import { runTool } from './tool.ts';

test('every file is formatted', () => runTool(['oxfmt', '--list-different'], '`npm run format` repairs it.'));

import { test } from 'node:test';
import { runTool } from './tool.ts';

test('the linter finds nothing', () =>
  runTool(['oxlint', '--type-aware', '--deny-warnings', '--format', 'unix']));

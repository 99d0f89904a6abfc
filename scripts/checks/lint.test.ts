import { join } from 'node:path';
import { test } from 'node:test';
import { findChanged, keepClean, readClean, readKeys } from '../lint/changed-files.ts';
import { root, runTool } from './tool.ts';

const known = join(root, 'node_modules/.cache/praca-lint.json');

/** Checks only files affected by a change, because computing all types takes longer than all other checks. */
test('the linter finds nothing', () => {
  const keys = readKeys(root);
  const changed = findChanged(keys, readClean(known));
  const isAll = changed.length === keys.size;
  if (changed.length > 0)
    runTool(['oxlint', '--type-aware', '--deny-warnings', '--format', 'unix', ...(isAll ? [] : changed)]);
  keepClean(known, keys);
});

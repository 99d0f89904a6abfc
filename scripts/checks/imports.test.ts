import { test } from 'node:test';
import { checkRepository, formatViolation } from '../imports.ts';
import { complain, root } from './tool.ts';

test('imports follow the architecture', () => {
  const violations = checkRepository(root);
  if (violations.length > 0) complain(violations.map(formatViolation));
});

import { test } from 'node:test';
import { checkRepository, formatViolation } from '../imports.ts';
import { complain, root } from './tool.ts';

test('imports run one way', () => {
  const violations = checkRepository(root);
  if (violations.length > 0) complain(violations.map(formatViolation));
});

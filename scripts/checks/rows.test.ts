import { test } from 'node:test';
import { checkRowTypes } from '../row-types.ts';
import { complain, root } from './tool.ts';

test('every row type matches the columns that PostgreSQL returns', () => {
  const complaints = checkRowTypes(root, process.env['PRACA_ROW_TYPES'] ?? '');
  if (complaints.length > 0) complain(complaints);
});

import { test } from 'node:test';
import { customerColumns } from '../../src/merchant/customers/personal-data/erased-columns.rules.ts';
import { useTestSql } from '../../test/support/database.ts';
import { answers } from '../personal-data/columns.ts';
import { findUnanswered, readFreeTexts } from '../personal-data.ts';
import { complain } from './tool.ts';

const sql = await useTestSql();

const customers = {
  answer: 'yes: DELETE /customers/{reference} erases it, and GET /customers and the lists export it',
  columns: customerColumns,
};

test('every column of free text has an answer to "is this personal data?"', async () => {
  const columns = await readFreeTexts(sql, ['merchant', 'accounts', 'social', 'platform']);
  const { merchant = [], ...others } = answers;
  const complaints = findUnanswered(columns, { merchant: [customers, ...merchant], ...others });
  if (complaints.length > 0) complain(complaints);
});

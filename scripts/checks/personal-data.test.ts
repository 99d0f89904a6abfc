import { test } from 'node:test';
import { useTestSql } from '../../test/support/database.ts';
import { answers } from '../personal-data/columns.ts';
import { findUnanswered, readFreeTexts } from '../personal-data.ts';
import { complain } from './tool.ts';

const sql = await useTestSql();

test('every column of free text has an answer to "is this personal data?"', async () => {
  const columns = await readFreeTexts(sql, ['merchant', 'accounts', 'social', 'platform']);
  const complaints = findUnanswered(columns, answers);
  if (complaints.length > 0) complain(complaints);
});

import { test } from 'node:test';
import { findUnseenAnswers } from '../answers.ts';
import { complain } from './tool.ts';

test('every answer that a document declares was given to some test, or is excused', () => {
  const complaints = findUnseenAnswers(process.env['PRACA_ANSWERS'] ?? '');
  if (complaints.length > 0) complain(complaints);
});

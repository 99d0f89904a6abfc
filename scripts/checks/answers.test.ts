import { test } from 'node:test';
import { findUnseenAnswers } from '../answers.ts';
import { complain } from './tool.ts';

test('every declared answer is received by a test or listed as an exception', () => {
  const complaints = findUnseenAnswers(process.env['PRACA_ANSWERS'] ?? '');
  if (complaints.length > 0) complain(complaints);
});

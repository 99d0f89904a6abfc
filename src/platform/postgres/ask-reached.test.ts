import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askReached } from './ask-reached.ts';
import { explainLoss } from './client/availability.ts';

const away = explainLoss(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'undone');
const fault = new Error('a fault of ours');
const say = async (answer: unknown): Promise<unknown> => {
  if (answer instanceof Error) throw answer;
  return answer;
};

test('who is away is left out, unless all are, and any other fault is thrown', async () => {
  assert.deepEqual(await askReached([1, away, 3], say), [1, 3]);
  await assert.rejects(askReached([away, away], say), (error) => error === away);
  await assert.rejects(askReached([1, away, fault], say), (error) => error === fault);
});

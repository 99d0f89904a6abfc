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

test('skips databases that are unavailable, throws if all are, and throws every other error', async () => {
  assert.deepEqual(await askReached([1, away, 3], say), [1, 3]);
  await assert.rejects(askReached([away, away], say), (error) => error === away);
  await assert.rejects(askReached([1, away, fault], say), (error) => error === fault);
});

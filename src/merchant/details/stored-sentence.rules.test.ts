import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayIn } from '../../platform/problem.ts';
import { payoutWords } from './payout-words.rules.ts';
import { sayStored, storeSentence } from './stored-sentence.rules.ts';

const lacking = { say: payoutWords.walletLacks, values: { amount: '0.1', coin: 'BTC' } };
const nested = { say: payoutWords.cannotBeSigned, values: { reason: lacking } };

test('a stored sentence can be rendered in every language', () => {
  for (const sentence of [lacking, nested, { say: payoutWords.noFeeRate }]) {
    for (const language of ['en', 'pt', 'de'] as const)
      assert.equal(sayStored(language, storeSentence(sentence)), sayIn(language, sentence));
  }
});

test('a text that is not a stored sentence is shown unchanged', () => {
  for (const text of [
    '',
    'the wallet lacks 1 BTC',
    '{',
    '{"say":',
    '{"say":"unknown"}',
    '{"say":"toString"}',
  ])
    assert.equal(sayStored('pt', text), text);
});

test('words without a key cannot be stored', () => {
  assert.throws(() => storeSentence({ say: { en: 'a', pt: 'b', de: 'c' } }), /not among the words/);
});

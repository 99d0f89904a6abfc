import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import {
  deleteOldQuotes,
  findQuoteState,
  insertQuotes,
  spendQuote,
  type QuoteKey,
} from './conversion.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const secretHash = Buffer.from('secret');
const key = (digit: number, fields: Partial<QuoteKey> = {}): QuoteKey => ({
  id: idOf(digit),
  secretHash,
  pspId: 1,
  ...fields,
});

test('a quote is spent once, by its own PSP with its secret, before it expires; old quotes are deleted up to a limit', async () => {
  await sql.begin((tx) =>
    insertQuotes(
      tx,
      [1, 2, 3, 4].map((digit) => ({
        id: idOf(digit),
        secret_hash: secretHash,
        psp_id: 1,
        currency_pair: 'BTCEUR',
        transaction_type: 'WITHDRAW',
        coin_amount: BigInt(digit),
        euro_amount: 1n,
        price: 1n,
        created_at: now,
        expires_at: at(digit),
      })),
    ),
  );
  const spend = async (given: QuoteKey, seconds: number) =>
    (await sql.begin((tx) => spendQuote(tx, given, idOf(9), at(seconds))))?.coin_amount;
  const isSpent = async (given: QuoteKey) => (await sql.begin((tx) => findQuoteState(tx, given)))?.spent;
  const unknownSpends = [key(2, { pspId: 2 }), key(2, { secretHash: Buffer.from('guess') }), key(8)];
  for (const unknownSpend of unknownSpends) assert.equal(await spend(unknownSpend, 0), undefined);
  for (const unknownSpend of unknownSpends) assert.equal(await isSpent(unknownSpend), undefined);
  assert.equal(await spend(key(2), 2), undefined);
  assert.equal(await isSpent(key(2)), false);
  assert.deepEqual([await spend(key(2), 1.999), await spend(key(2), 1.999)], [2n, undefined]);
  assert.deepEqual(
    [await isSpent(key(1)), await isSpent(key(2)), await isSpent(key(3))],
    [false, true, false],
  );
  assert.equal(await deleteOldQuotes(sql, at(1), 9), 0);
  assert.equal(await deleteOldQuotes(sql, at(4), 2), 2);
  assert.equal(await deleteOldQuotes(sql, at(4), 9), 1);
  assert.equal(await isSpent(key(4)), false);
});

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyPayouts, insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  freeSequenceNumber,
  getSequenceNumber,
  giveNumber,
  passNumber,
  readLastNumber,
  sumWaiting,
  takeSequenceNumber,
} from './number.store.ts';

const sql = await useTestSql();
const payout = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
const first = { coin: 'ETH', account: 0 } as const;
const second = { coin: 'ETH', account: 1 } as const;
const other = { coin: 'XRP', account: 0 } as const;

beforeEach(async () => {
  await emptyPayouts(sql);
  await sql`truncate merchant.payout_numbers, merchant.account_numbers`;
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const take = (account: typeof first | typeof second | typeof other, id: number, least = 0n) =>
  within((tx) => takeSequenceNumber(tx, account, payout(id), least));

test('each account of each coin counts separately, and released numbers are used first', async () => {
  await passNumber(sql, other, 6n);
  await passNumber(sql, other, 6n);
  assert.equal(await take(other, 1, 7n), 7n);
  assert.deepEqual([await take(first, 2), await take(first, 3, 5n), await take(first, 4, 5n)], [0n, 5n, 6n]);
  assert.equal(await readLastNumber(sql, second), null);
  assert.equal(await take(second, 5), 0n);
  await within((tx) => giveNumber(tx, second, payout(6), 3n));
  assert.deepEqual(
    [await readLastNumber(sql, first), await readLastNumber(sql, second), await readLastNumber(sql, other)],
    [6n, 3n, 7n],
  );
  await assert.rejects(within((tx) => giveNumber(tx, second, payout(7), 3n)));
  assert.deepEqual(await within((tx) => getSequenceNumber(tx, payout(6))), { account: 1, number: 3n });
  await within((tx) => freeSequenceNumber(tx, payout(3)));
  await assert.rejects(within((tx) => getSequenceNumber(tx, payout(3))));
  assert.equal(await take(second, 7), 4n, 'what another account has free is not its own');
  assert.equal(await take(first, 8, 6n), 7n, 'below what the account has used');
  assert.equal(await take(first, 3, 1n), 5n);
});

test('the outstanding amount of an account is the amount and fee of signed, unmined payouts', async () => {
  const sum = (account: typeof first | typeof second | typeof other) =>
    within((tx) => sumWaiting(tx, account));
  assert.equal(await sum(first), 0n);
  const now = new Date('2026-03-01T12:00:00Z');
  const pay = async (
    digit: number,
    account: typeof first | typeof second | typeof other,
    fields: object = {},
  ) => {
    await insertBatch(sql, payout(digit), now, { coin: account.coin });
    await insertPayout(sql, payout(digit), now, {
      coin: account.coin,
      amount: 10n ** BigInt(digit),
      fee: 1n,
      status: 'SIGNED',
      batch_id: payout(digit),
      transaction_id: 't',
      ...fields,
    });
    await within((tx) => giveNumber(tx, account, payout(digit), BigInt(digit)));
  };
  const send = (digit: number, height: number | null) =>
    insertRow(sql, 'merchant', 'chain_sent', {
      coin: 'ETH',
      transaction_id: String(digit),
      subject_id: payout(digit),
      block_height: height,
    });
  await pay(1, first);
  await pay(2, first);
  await send(2, 7);
  await pay(3, first);
  await send(3, null);
  await pay(4, first, { status: 'COMPLETED' });
  await pay(5, second);
  await pay(6, other);
  assert.deepEqual([await sum(first), await sum(second), await sum(other)], [1012n, 100_001n, 1_000_001n]);
  assert.equal(await within((tx) => sumWaiting(tx, first, payout(1))), 1001n);
});

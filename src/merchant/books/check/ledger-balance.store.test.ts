import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyBooks, insertOpenRefund, signedIn } from '../../../../test/support/ledger-rows.ts';
import { insertChoice } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  countMovements,
  holdSnapshot,
  listAccounts,
  listHeld,
  listProvided,
  listUnbalanced,
  sumAssets,
} from './ledger-balance.store.ts';
import type { Balance } from './ledger-check.rules.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(() => emptyBooks(sql));

/** Changes rows with triggers switched off, as only the owner of the tables can. */
const tamper = (change: (tx: Tx) => Promise<unknown>): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await change(tx);
  });

/** Opens an account; ids are assigned from 1. */
const open = (owner: string, asset: string, balance: bigint, stripe = 0, entryCount = 0): Promise<void> =>
  tamper(async (tx) => {
    await tx`
      insert into merchant.ledger_accounts (owner, asset, stripe, balance, entry_count)
      values (${owner}, ${asset}, ${stripe}, ${balance}, ${entryCount})`;
  });

const addMovement = (digit: number): Promise<void> =>
  insertRow(sql, 'merchant', 'ledger_movements', {
    id: idOf(digit),
    kind: 'payment',
    reference: String(digit),
    created_at: now,
  });

let sequence = 0;
const enter = (movement: number, accountId: number, asset: string, amount: bigint): Promise<void> =>
  tamper(async (tx) => {
    sequence += 1;
    await tx`
      insert into merchant.ledger_entries (account_id, sequence, movement_id, asset, amount, balance_after, created_at)
      values (${accountId}, ${sequence}, ${idOf(movement)}, ${asset}, ${amount}, 0, ${now})`;
  });

const shown = (balances: readonly Balance[]): string[] =>
  balances.map(({ owner, asset, amount }) => `${owner} ${asset} ${amount}`).toSorted();

test('reads one snapshot and cannot write', async () => {
  await addMovement(1);
  await sql.begin(async (tx) => {
    await holdSnapshot(tx);
    assert.equal(await countMovements(tx), 1);
    await addMovement(2);
    assert.equal(await countMovements(tx), 1);
  });
  assert.equal(await sql.begin(countMovements), 2);
  const written = sql.begin(async (tx) => {
    await holdSnapshot(tx);
    await tx`delete from platform.detached_partitions`;
  });
  await assert.rejects(written, /read-only transaction/);
});

test('sums every asset over all accounts', async () => {
  await open('psp:1', 'EUR', 70n);
  await open('provider:bank', 'EUR', -60n);
  await open('provider:bank', 'EUR', -4n, 1);
  await open('psp:1', 'BTC', 5n);
  assert.deepEqual(
    (await sql.begin(sumAssets)).map(({ asset, sum }) => `${asset} ${sum}`),
    ['BTC 5', 'EUR 6'],
  );
});

test('lists each unbalanced movement with each asset that does not sum to zero', async () => {
  for (const digit of [3, 2, 1]) await addMovement(digit);
  await enter(2, 1, 'EUR', 9n);
  await enter(2, 2, 'EUR', -8n);
  await enter(2, 3, 'BTC', -2n);
  await enter(1, 3, 'BTC', 3n);
  await enter(1, 1, 'EUR', 5n);
  await enter(1, 2, 'EUR', -5n);
  // This movement makes the total of all movements zero.
  await enter(3, 3, 'BTC', -1n);
  const faults = await sql.begin(listUnbalanced);
  assert.deepEqual(
    faults.map(({ id, kind, reference, asset, sum }) =>
      [id.slice(-1), kind, reference, asset, sum].join(' '),
    ),
    ['1 payment 1 BTC 3', '2 payment 2 BTC -2', '2 payment 2 EUR 1', '3 payment 3 BTC -1'],
  );
});

test('lists every account with the sum of its entries, including accounts without entries', async () => {
  await open('psp:1', 'EUR', 70n, 0, 2);
  await open('psp:1', 'BTC', 5n, 0, 1);
  await open('provider:bank', 'EUR', -60n, 1, 1);
  await open('provider:bank', 'EUR', 0n);
  await addMovement(1);
  await enter(1, 1, 'EUR', 50n);
  await enter(1, 1, 'EUR', 10n);
  await enter(1, 2, 'BTC', 5n);
  await enter(1, 3, 'EUR', -60n);
  await enter(1, 3, 'EUR', -1n);
  const accounts = await sql.begin(listAccounts);
  assert.deepEqual(
    accounts.map((row) =>
      [row.id, row.owner, row.asset, row.amount, row.moved, row.entry_count, row.entries].join(' '),
    ),
    [
      '4 provider:bank EUR 0 0 0 0',
      '3 provider:bank EUR -60 -61 1 2',
      '2 psp:1 BTC 5 5 1 1',
      '1 psp:1 EUR 70 60 2 2',
    ],
  );
});

const addRelease = (digit: number, status: string, amount: bigint, lost: bigint): Promise<void> =>
  insertRow(sql, 'merchant', 'payment_releases', {
    id: idOf(digit),
    payment_id: idOf(1),
    coin: 'LTC',
    status,
    amount,
    fee_coin_amount: 0n,
    lost_amount: lost,
    released_by: 'staff',
    created_at: now,
    updated_at: now,
  });

test("held coins are the receipts of a PSP's payments, less coins sold, sent or lost", async () => {
  const settled = { settled_choice_id: idOf(1), settled_euro_amount: 1n };
  await insertPayment(sql, idOf(1), now, {
    ...settled,
    settled_coin_amount: 300n,
    choice_id: idOf(2),
    lost_coin_amount: 6n,
  });
  await insertPayment(sql, idOf(2), now, { ...settled, settled_coin_amount: 90n, reversed_at: now });
  await insertPayment(sql, idOf(3), now, { psp_id: 2 });
  await insertPayment(sql, idOf(4), now, { psp_id: 3, choice_id: idOf(3) });
  await insertChoice(sql, idOf(1), idOf(1), now);
  await insertChoice(sql, idOf(2), idOf(1), now, { coin: 'LTC' });
  await insertChoice(sql, idOf(3), idOf(4), now, { coin: 'XRP' });
  const come = (transactionId: string, amount: bigint, payment: number, fields: object = {}) =>
    insertOutput(sql, { coin: 'BTC', transaction_id: transactionId, amount }, now, {
      subject_id: idOf(payment),
      credited: true,
      ...fields,
    });
  await come('a', 1000n, 1);
  await come('a', 1000n, 1, { output_index: 1 });
  await come('b', 7n, 1, { credited: false });
  await come('c', 13n, 1, { purpose: 'deposit' });
  await come('d', 500n, 3);
  await come('e', 100n, 2, { coin: 'LTC' });
  await insertOpenRefund(sql, idOf(1), idOf(1), now, { held_coin_amount: 40n });
  await insertOpenRefund(sql, idOf(2), idOf(1), now, {
    status: 'FAILED',
    held_coin_amount: 50n,
    lost_fee_coin_amount: 3n,
  });
  await addRelease(1, 'COMPLETED', 20n, 2n);
  await addRelease(2, 'FAILED', 60n, 0n);
  assert.deepEqual(shown(await sql.begin(listHeld)), [
    `psp:1:held BTC ${1000n + 1000n - 300n - 40n - 3n}`,
    `psp:1:held LTC ${100n - (20n - 2n) + 6n}`,
    'psp:2:held BTC 500',
  ]);
});

test('the provider’s coins are those in payouts, cold wallets and on chains, and its fees those paid and charged', async () => {
  const signed = signedIn(idOf(1));
  const own = { psp_id: 0, order_id: null, fee_allowance: 0n };
  await insertBatch(sql, idOf(1), now);
  const pay = (digit: number, amount: bigint, fields: object) =>
    insertPayout(sql, idOf(digit), now, { amount, ...fields });
  await pay(1, 1000n, { fee_charge: 3n, fee_reserve: 5n });
  await pay(2, 1000n, {});
  await pay(3, 100n, { ...signed, kind: 'refund', psp_id: 2, fee_allowance: 1n, fee: 5n, fee_reserve: 6n });
  await pay(4, 20_000n, { ...signed, status: 'COMPLETED', fee_allowance: 7n, fee: 5n, fee_charge: 4n });
  await pay(5, 300_000n, { ...own, kind: 'cold' });
  await pay(6, 4_000_000n, { ...signed, ...own, kind: 'cold', status: 'COMPLETED', fee: 0n });
  await pay(7, 50_000_000n, { ...own, kind: 'cold', status: 'FAILED', lost_fee: 30n });
  const collection = { ...own, kind: 'collection', source_number: 0 };
  await pay(8, 600_000_000n, { ...collection, source: 's' });
  await pay(9, 7_000_000_000n, {
    ...collection,
    ...signed,
    source: 't',
    status: 'COMPLETED',
    fee_allowance: 10n,
    fee: 2n,
  });
  const come = (transactionId: string, amount: bigint, credited = true) =>
    insertOutput(sql, { coin: 'BTC', transaction_id: transactionId, amount }, now, { credited });
  await come('theirs', 8n);
  await come('change', 32n);
  await come('of another chain', 16n);
  await come('not deep enough', 64n, false);
  for (const [coin, id] of [
    ['BTC', 'change'],
    ['LTC', 'of another chain'],
  ] as const)
    await insertRow(sql, 'merchant', 'chain_sent', { coin, transaction_id: id, subject_id: idOf(1) });
  await insertPayment(sql, idOf(1), now);
  await insertOpenRefund(sql, idOf(3), idOf(1), now, { lost_fee_coin_amount: 11n });
  assert.deepEqual(shown(await sql.begin(listProvided)), [
    `provider:chain BTC ${20_000n + 5n + 4_000_000n + 2n + 30n - 8n - 16n}`,
    'provider:cold BTC -4300000',
    `provider:fees BTC ${7n - 5n + (10n - 2n) - 30n + 11n}`,
    'provider:fees EUR 7',
    `provider:payouts BTC ${1010n + 1010n + 101n + 300_000n}`,
    'psp:1:fees EUR 5',
    'psp:2:fees EUR 6',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import { insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import {
  replaceBooks,
  type LedgerAccount,
  type LedgerEntry,
} from '../../../../test/support/treasury-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { selectPspBalances } from '../staff-psps/staff-psp.store.ts';
import { listWalletPoints, selectBooks, sumWaitingPayouts } from './staff-treasury.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');

test('sums waiting payouts by coin: unsigned ones, and signed ones with their fees', async () => {
  await insertBatch(sql, idOf(1), now);
  const add = (digit: number, fields: object) => insertPayout(sql, idOf(digit), now, fields);
  const signed = { batch_id: idOf(1), transaction_id: 'x', fee: 7n, signed_at: now };
  await add(1, { ...signed, status: 'SIGNED', amount: 300n });
  await add(2, { ...signed, status: 'SIGNED', amount: 400n });
  await add(3, { amount: 10n });
  await add(4, { amount: 20n, coin: 'LTC' });
  await add(5, { ...signed, status: 'COMPLETED' });
  const summed = (await sumWaitingPayouts(sql)).map((row) => ({ ...row }));
  assert.deepEqual(
    summed.toSorted((one, other) => one.coin.localeCompare(other.coin)),
    [
      { coin: 'BTC', reserved: 1, reserved_amount: 10n, signed: 2, signed_amount: 714n },
      { coin: 'LTC', reserved: 1, reserved_amount: 20n, signed: 0, signed_amount: 0n },
    ],
  );
});

test('sums the ledger accounts by owner, for all PSPs and for one', async () => {
  await transaction(sql, async (tx) => {
    // Disables the triggers, because accounts start at zero and only entries change them.
    await tx`set local session_replication_role = replica`;
    const add = (owner: string, balance: bigint, asset = 'BTC', stripe = 0) => tx`
      insert into merchant.ledger_accounts (owner, asset, stripe, balance) values (${owner}, ${asset}, ${stripe}, ${balance})`;
    await add('psp:1', 1n);
    await add('psp:1:held', 2n);
    await add('psp:1:fees', 4n);
    await add('psp:1:claim', -3n);
    await add('psp:12', 8n);
    await add('psp:12:held', 16n);
    await add('psp:12:fees', 32n);
    await add('provider:payouts', 64n);
    await add('provider:payouts', 64n, 'BTC', 1);
    await add('provider:chain', -128n);
    await add('provider:cold', -256n);
    await add('provider:bank', -512n);
    await add('provider:sandbox', -1024n);
    await add('provider:trading', 2048n);
    await add('psp:1', 5n, 'EUR');
  });
  const byAsset = (rows: readonly { asset: string }[]) =>
    Object.fromEntries(rows.map(({ asset, ...rest }) => [asset, rest]));
  const nothing = { payouts: 0n, chain: 0n, cold: 0n, bank: 0n, sandbox: 0n };
  assert.deepEqual(byAsset(await selectBooks(sql)), {
    BTC: {
      available: 9n,
      held: 18n,
      fees: 36n,
      payouts: 128n,
      chain: -128n,
      cold: -256n,
      bank: -512n,
      sandbox: -1024n,
    },
    EUR: { available: 5n, held: 0n, fees: 0n, ...nothing },
  });
  assert.deepEqual(byAsset(await selectPspBalances(sql, 1)), {
    BTC: { available: 1n, held: 2n, fees: 4n, owed: 3n },
    EUR: { available: 5n, held: 0n, fees: 0n, owed: 0n },
  });
  assert.deepEqual(byAsset(await selectPspBalances(sql, 12)), {
    BTC: { available: 8n, held: 16n, fees: 32n, owed: 0n },
  });
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (days: number, ms = 0) => new Date(now.getTime() + days * dayMs + ms);

test('lists the balance of each hot wallet at the end of each day, oldest first', async () => {
  const account = (id: number, asset: string, fields: Partial<LedgerAccount> = {}): LedgerAccount => ({
    id,
    owner: 'provider:chain',
    asset,
    balance: -1000n,
    entryCount: 9,
    lastEntryAt: at(0, hourMs),
    ...fields,
  });
  const entry = (
    accountId: number,
    sequence: number,
    balance: bigint,
    createdAt: Date,
    movementId = firstIdAt(createdAt.getTime()),
  ): LedgerEntry => ({ accountId, sequence, balance, createdAt, movementId });
  await replaceBooks(
    sql,
    [
      account(101, 'BTC'),
      // Unchanged for a day, so its entries are not read.
      account(102, 'BTC', { stripe: 1, balance: -100n, lastEntryAt: at(-1) }),
      account(103, 'LTC'),
      account(104, 'LTC', { owner: 'psp:1', balance: 700n, lastEntryAt: at(0, -hourMs) }),
      account(105, 'XRP'),
      account(106, 'ETH', { balance: -60n, lastEntryAt: at(0, -hourMs) }),
      { id: 107, owner: 'provider:chain', asset: 'BCH', balance: 0n, entryCount: 0 },
    ],
    [
      entry(101, 2, -2n, at(-2)),
      entry(101, 1, -1n, at(-20)),
      entry(101, 4, -4n, at(-1, -hourMs)),
      entry(101, 3, -3n, at(-1, -hourMs)),
      entry(101, 5, -5n, at(-1, 1)),
      entry(101, 6, -6n, at(0)),
      entry(101, 7, -7n, at(0, 1)),
      // Older than the weeks that are searched first.
      entry(103, 3, -30n, at(-50)),
      entry(103, 1, -10n, at(-60)),
      entry(103, 2, -20n, at(-50)),
      entry(103, 4, -40n, at(0, hourMs)),
      entry(104, 1, 600n, at(-45)),
      entry(104, 2, 500n, at(-3)),
      entry(104, 3, 700n, at(0, -hourMs)),
      // At the start of these weeks, with a movement whose id is a day older.
      entry(105, 1, -50n, at(-28), firstIdAt(at(-29).getTime())),
      entry(105, 2, -51n, at(0, hourMs)),
      entry(106, 1, -60n, at(0, -hourMs)),
    ],
  );
  const points = await listWalletPoints(sql, now, 3);
  assert.deepEqual(
    points.map((point) => (now.getTime() - point.at.getTime()) / dayMs),
    [2, 2, 2, 1, 1, 1, 0, 0, 0, 0],
  );
  const ofDay = (ago: number) =>
    Object.fromEntries(
      points
        .filter((point) => point.at.getTime() === at(-ago).getTime())
        .map(({ coin, balance }) => [coin, balance]),
    );
  assert.deepEqual(ofDay(2), { BTC: 2n, LTC: 30n, XRP: 50n });
  assert.deepEqual(ofDay(1), { BTC: 104n, LTC: 30n, XRP: 50n });
  assert.deepEqual(ofDay(0), { BTC: 106n, LTC: 30n, XRP: 50n, ETH: 60n });
});

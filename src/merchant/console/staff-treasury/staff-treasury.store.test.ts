import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../../test/support/database.ts';
import { insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { selectPspBalances } from '../staff-psps/staff-psp.store.ts';
import { selectBooks, sumWaitingPayouts } from './staff-treasury.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

test('what waits is summed by coin: what is not signed yet, and what is, with its fees', async () => {
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

test('the books tell who owns what, of all PSPs and of one, each account in its own place', async () => {
  await transaction(sql, async (tx) => {
    // An account begins with nothing, and only entries change it.
    await tx`set local session_replication_role = replica`;
    const add = (owner: string, balance: bigint, asset = 'BTC', stripe = 0) => tx`
      insert into merchant.ledger_accounts (owner, asset, stripe, balance) values (${owner}, ${asset}, ${stripe}, ${balance})`;
    await add('psp:1', 1n);
    await add('psp:1:held', 2n);
    await add('psp:1:fees', 4n);
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
    BTC: { available: 1n, held: 2n, fees: 4n },
    EUR: { available: 5n, held: 0n, fees: 0n },
  });
  assert.deepEqual(byAsset(await selectPspBalances(sql, 12)), {
    BTC: { available: 8n, held: 16n, fees: 32n },
  });
});

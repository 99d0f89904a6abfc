import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyBooks, insertOpenRefund } from '../../../../test/support/ledger-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { AccountOwner, Entry } from '../ledger.rules.ts';
import type { MovementKind } from '../movement-kinds.rules.ts';
import { postMovement } from '../post-movement.ts';
import { listOpenClaims, listOwed, sumLosses, sumOwed } from './owed.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(() => emptyBooks(sql));

let seconds = 0;
const book = (
  kind: MovementKind,
  reference: string,
  entries: readonly (readonly [AccountOwner, bigint, Entry['asset']?])[],
) =>
  sql.begin(async (tx) => {
    seconds += 1;
    const at = new Date(now.getTime() + seconds * 1000);
    postMovement(
      tx,
      { clock: { now: () => at } },
      {
        kind,
        reference,
        entries: entries.map(([owner, amountMinor, asset = 'EUR']) => ({ owner, amountMinor, asset })),
      },
    );
  });

const claim = (pspId: number, amount: bigint, asset: Entry['asset'] = 'EUR') =>
  book('payment_reversed', idOf(seconds + 1), [
    [`psp:${pspId}:claim`, -amount, asset],
    ['provider:trading', amount, asset],
  ]);

test('lists claims by PSP and sums them by asset, and income settles the oldest claims first', async () => {
  await claim(1, 100n);
  await claim(1, 30n);
  await claim(1, 7n, 'BTC');
  await claim(2, 5n);
  await claim(3, 9n);
  await book('adjustment', 'paid', [
    ['provider:bank', -9n],
    ['psp:3', 9n],
  ]);
  await book('adjustment', 'part', [
    ['provider:bank', -60n],
    ['psp:1', 60n],
  ]);
  const owed = async (pspId: number) =>
    (await listOwed(sql, pspId)).map((row) => `${row.asset} ${row.amount}`);
  assert.deepEqual(await owed(1), ['BTC 7', 'EUR 70']);
  assert.deepEqual([await owed(2), await owed(3), await owed(4)], [['EUR 5'], [], []]);
  assert.deepEqual(
    (await sumOwed(sql)).map(({ asset, psps, amount }) => `${asset} ${psps} ${amount}`).toSorted(),
    ['BTC 1 7', 'EUR 2 75'],
  );
  const open = async (limit: number) =>
    (await listOpenClaims(sql, limit)).map(
      ({ psp_id, asset, claimed, open: left }) => `${psp_id} ${asset} ${left} of ${claimed}`,
    );
  assert.deepEqual(await open(9), ['1 EUR 40 of 100', '1 EUR 30 of 30', '1 BTC 7 of 7', '2 EUR 5 of 5']);
  assert.deepEqual(await open(1), ['1 EUR 40 of 100']);
  await book('adjustment', 'more', [
    ['provider:bank', -50n],
    ['psp:1', 50n],
  ]);
  assert.deepEqual((await open(1))[0], '1 EUR 20 of 30');
});

test("a claim is settled at once, at most with the PSP's balance, under its own reference", async () => {
  await book('adjustment', 'first', [
    ['provider:bank', -20n],
    ['psp:1', 20n],
  ]);
  await claim(1, 15n);
  await book('adjustment', 'second', [
    ['provider:bank', -1n],
    ['psp:1', 1n],
  ]);
  const rows = await sql<{ owner: string; balance: bigint }[]>`
    select owner, balance from merchant.ledger_accounts where owner like 'psp:%' order by owner`;
  assert.deepEqual(
    rows.map(({ owner, balance }) => `${owner} ${balance}`),
    ['psp:1 6', 'psp:1:claim 0'],
  );
  const settled = await sql<{ id: string; reference: string }[]>`
    select id, reference from merchant.ledger_movements where kind = 'claim_settled'`;
  assert.equal(settled.length, 1);
  assert.ok(settled[0]?.reference.endsWith(`:${settled[0].id}`));
  await assert.rejects(
    book('adjustment', 'beyond', [
      ['provider:bank', -1n],
      ['psp:1:claim', 1n],
    ]),
    /ledger_accounts_claims_not_above_zero/,
  );
});

test("each loss belongs to the PSP of its movement, and their sum is the ledger's balance", async () => {
  await sql`insert into merchant.psps (id, name, created_at) values (41, 'Bar', ${now}), (42, 'Foo', ${now})
    on conflict do nothing`;
  await insertPayment(sql, idOf(1), now, { psp_id: 42 });
  await insertOpenRefund(sql, idOf(7), idOf(1), now, { psp_id: 42 });
  await book('payment_loss', newId(), [
    ['provider:losses', -11n, 'BTC'],
    ['psp:41:held', 11n, 'BTC'],
  ]);
  await book('deposit_reversed', newId(), [
    ['provider:losses', -30n],
    ['provider:trading', 30n],
    ['psp:42:held', 5n, 'BTC'],
    ['provider:trading', -5n, 'BTC'],
  ]);
  await book('refund_failed', idOf(7), [
    ['provider:trading', -10n],
    ['provider:losses', 10n],
  ]);
  await book('payment_loss', 'of nobody', [
    ['provider:losses', -2n],
    ['provider:trading', 2n],
  ]);
  await claim(41, 4n);
  const rows = await sumLosses(sql);
  assert.deepEqual(
    rows.map(({ psp_id, name, asset, lost, owed }) => `${psp_id} ${name} ${asset} ${lost} ${owed}`),
    ['41 Bar BTC 11 0', '41 Bar EUR 0 4', '42 Foo EUR 20 0', 'null null EUR 2 0'],
  );
  const balances = await sql<{ asset: string; lost: bigint }[]>`
    select asset, sum(-balance)::numeric(38, 0) as lost from merchant.ledger_accounts
    where owner = 'provider:losses' group by asset`;
  for (const { asset, lost } of balances) {
    const sum = rows.filter((row) => row.asset === asset).reduce((total, row) => total + row.lost, 0n);
    assert.equal(sum, lost, asset);
  }
});

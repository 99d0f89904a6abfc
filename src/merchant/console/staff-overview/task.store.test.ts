import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { blocksOf, explainAnalyze, explainGeneric } from '../../../../test/support/explain.ts';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { signedIn } from '../../../../test/support/ledger-rows.ts';
import { emptyPayouts, insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import {
  countBetween,
  countTaskRows,
  listBeginnings,
  listHeldPayments,
  listOldestUnassigned,
  listReviews,
  listUnapproved,
} from './task.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idAt = (seconds: number) => firstIdAt(at(seconds).getTime());

beforeEach(async () => {
  await emptyPayouts(sql);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      truncate merchant.payments, merchant.payment_alerts, merchant.screenings, merchant.chain_outputs,
        merchant.chain_states, merchant.adjustment_proposals, merchant.wallet_ceilings, merchant.psps cascade`;
  });
  await insertRow(sql, 'merchant', 'psps', { id: 1, name: 'One', created_at: now });
});

const alert = (seconds: number, kind: string, alerted: number) =>
  insertRow(sql, 'merchant', 'payment_alerts', { payment_id: idAt(seconds), kind, created_at: at(alerted) });
const screening = (seconds: number, status: string) =>
  insertRow(sql, 'merchant', 'screenings', {
    id: idAt(seconds),
    direction: 'out',
    purpose: 'payout',
    subject_id: idAt(seconds),
    psp_id: 1,
    coin: 'BTC',
    address: 'a',
    amount: 5n,
    status,
    attempts: 0,
    due_at: at(seconds),
    created_at: at(seconds),
    updated_at: at(seconds),
  });

test('payouts that need an approval are listed oldest first and counted up to a limit', async () => {
  await insertPayout(sql, idAt(2), at(2), { approval: 'waiting' });
  await insertPayout(sql, idAt(1), at(1), { approval: 'waiting' });
  await insertPayout(sql, idAt(3), at(3), { approval: 'approved' });
  await insertPayout(sql, idAt(4), at(4), { approval: 'waiting', status: 'FAILED' });
  await insertPayout(sql, idAt(5), at(5));
  const listed = async (limit: number) => (await listUnapproved(sql, limit)).map(({ id }) => id);
  assert.deepEqual(await listed(9), [idAt(1), idAt(2)]);
  assert.deepEqual(await listed(1), [idAt(1)]);
  assert.equal(await countTaskRows(sql, 'unapproved', 9), 2);
  assert.equal(await countTaskRows(sql, 'unapproved', 1), 1);
});

test('held coins are the alerts that only staff can release, and screenings in review', async () => {
  for (const seconds of [1, 2, 3]) await insertPayment(sql, idAt(seconds), now);
  await alert(1, 'stray_coins', 9);
  await alert(2, 'coins_after_end', 8);
  await alert(2, 'unresolved', 1);
  await alert(3, 'stray_coins', 7);
  await screening(5, 'review');
  await screening(4, 'review');
  await screening(3, 'pending');
  const held = async (limit: number) =>
    (await listHeldPayments(sql, limit)).map((row) => `${row.payment_reference} ${row.kind}`);
  const all = [`${idAt(3)} stray_coins`, `${idAt(2)} coins_after_end`, `${idAt(1)} stray_coins`];
  assert.deepEqual(await held(9), all);
  assert.deepEqual(await held(2), all.slice(0, 2));
  const reviews = async (limit: number) => (await listReviews(sql, limit)).map(({ id }) => id);
  assert.deepEqual(await reviews(9), [idAt(4), idAt(5)]);
  assert.deepEqual(await reviews(1), [idAt(4)]);
  assert.equal(await countTaskRows(sql, 'held', 9), 5);
});

const output = (sequence: number, seconds: number, fields: object = {}) =>
  insertOutput(sql, { coin: 'BTC', transaction_id: `t${sequence}` }, at(seconds), {
    purpose: null,
    subject_id: null,
    ...fields,
  });

test('unassigned coins are listed oldest first', async () => {
  await output(1, 2);
  await output(2, 1);
  await output(3, 0, { subject_id: idAt(0), purpose: 'payment' });
  const listed = async (limit: number) =>
    (await listOldestUnassigned(sql, limit)).map((row) => row.first_seen_at);
  assert.deepEqual(await listed(9), [at(1), at(2)]);
  assert.deepEqual(await listed(1), [at(1)]);
  assert.equal(await countTaskRows(sql, 'unassigned', 9), 2);
});

test('the beginning of an alert is that of its oldest row', async () => {
  assert.equal((await listBeginnings(sql, now)).length, 0);
  for (const seconds of [1, 2]) await insertPayment(sql, idAt(seconds), now);
  await alert(1, 'reversed', 4);
  await alert(2, 'reversed', 3);
  await alert(2, 'stray_coins', 1);
  await insertRow(sql, 'merchant', 'chain_states', {
    coin: 'BTC',
    network: 'n',
    account: 'a',
    height: 1,
    hash: 'h',
    node_height: 1,
  });
  await insertPayout(sql, idAt(6), at(6));
  await insertBatch(sql, idAt(5), at(5));
  await insertPayout(sql, idAt(5), at(5), signedIn(idAt(5)));
  await sql`
    update merchant.payout_freezes set frozen_at = ${at(2)}, frozen_by = 'staff:a', reason = 'r' where coin = 'LTC'`;
  for (const [seconds, expires] of [
    [7, 9],
    [8, 9],
    [1, -1],
  ] as const)
    await insertRow(sql, 'merchant', 'adjustment_proposals', {
      id: idAt(seconds),
      psp_id: 1,
      asset: 'EUR',
      amount: 1n,
      reference: 'r',
      proposed_by: 'staff:a',
      created_at: at(Math.min(seconds, expires - 1)),
      expires_at: at(expires),
    });
  const found = (await listBeginnings(sql, now)).map(
    (row) => `${row.kind} ${row.coin} ${row.since.toISOString()}`,
  );
  assert.deepEqual(found.toSorted(), [
    `adjustment_waits  ${at(7).toISOString()}`,
    `payment_reversed  ${at(3).toISOString()}`,
    `payout_frozen LTC ${at(2).toISOString()}`,
    `payout_old BTC ${at(5).toISOString()}`,
  ]);
  await sql`
    update merchant.payout_freezes set frozen_at = null, frozen_by = null, reason = null where coin = 'LTC'`;
});

test('figures of a day count the rows between two ids, without transfers between own wallets', async () => {
  const add = (seconds: number, status: string) => insertPayment(sql, idAt(seconds), now, { status });
  await add(-1, 'PAID');
  await add(0, 'PAID');
  await add(1, 'PARTIALLY_REFUNDED');
  await add(2, 'EXPIRED');
  await add(3, 'PAID');
  for (const seconds of [-1, 0, 1, 3]) await insertPayout(sql, idAt(seconds), now);
  await insertPayout(sql, idAt(2), now, {
    kind: 'collection',
    order_id: null,
    psp_id: 0,
    source: 's',
    source_number: 1,
  });
  assert.deepEqual(await countBetween(sql, { least: idAt(0), below: idAt(3) }), {
    payments: 3,
    paid: 2,
    orders: 0,
    payouts: 2,
  });
});

test('the first tasks of many rows are found by an index', async () => {
  await sql`
    insert into merchant.payouts (id, coin, kind, order_id, psp_id, address, destination, amount, fee_allowance, fee_payer,
      fee_reserve, fee_charge, fee_covered, fee_borne, lost_fee, euro_value, status, attempts, fee_corrections, created_at,
      updated_at, approval)
    select gen_random_uuid(), 'BTC', 'withdrawal', gen_random_uuid(), 1, 'a', 'd', 1, 0, 'merchant', 0, 0, 0, 0, 0, 1,
      'RESERVED', 0, 0, ${now}, ${now}, case when n % 2 = 0 then 'waiting' end from generate_series(1, 20000) n`;
  await sql.pool.query('analyze merchant.payouts');
  const { plan } = await explainAnalyze(sql, (tag: Sql) => listUnapproved(tag, 20));
  assert.ok(blocksOf(plan) < 100, `${blocksOf(plan)} blocks`);
  for (const [index, ask] of [
    [/payouts_unapproved/, (tag: Sql) => listUnapproved(tag, 20)],
    [/payment_alerts_by_kind/, (tag: Sql) => listHeldPayments(tag, 20)],
    [/screenings_held/, (tag: Sql) => listReviews(tag, 20)],
    [/chain_outputs_unassigned_newest/, (tag: Sql) => listOldestUnassigned(tag, 20)],
  ] as const)
    assert.match(await explainGeneric(sql, ask), index);
});

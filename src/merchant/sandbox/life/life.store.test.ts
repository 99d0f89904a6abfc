import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertEndpoint, insertPsps } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { availableTo, heldFor, tradingAccount, transfer, type Entry } from '../../books/ledger.rules.ts';
import { testEvent } from '../../webhooks/queue/webhook.rules.ts';
import * as store from './life.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
/** More digits than a JSON number keeps. */
const large = 9_007_199_254_740_993n;

before(() => insertPsps(sql, [1, 2], now));
beforeEach(async () => {
  for (const table of [
    'sandbox_life',
    'account_numbers',
    'events',
    'chain_outputs',
    'webhook_endpoints',
    'payments',
  ])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

test('the first start of a sandbox is stored once, and not if something was booked for the PSP', async () => {
  await insertRow(sql, 'merchant', 'ledger_accounts', { owner: 'psp:8', asset: 'EUR', stripe: 0 });
  await store.insertBeginning(sql, 'psp:8', now);
  assert.equal(await store.findLife(sql), undefined);
  await store.insertBeginning(sql, 'psp:9', now);
  await store.insertBeginning(sql, 'psp:9', at(5));
  const begun = { began_at: now, made_at: null, endpoint_id: null };
  assert.deepEqual({ ...(await store.findLife(sql)) }, begun);
  const save = (digit: number) => within((tx) => store.saveMade(tx, idOf(digit), at(7)));
  assert.deepEqual([await save(1), await save(2)], [true, false]);
  const made = { ...begun, made_at: at(7), endpoint_id: idOf(1) };
  assert.deepEqual({ ...(await store.findLife(sql)) }, made);
});

test('rows are written with every digit of their amounts, and an empty list writes none', async () => {
  const numbered = (number: bigint, payoutId: string | null) => ({
    coin: 'ETH',
    account: 3,
    number,
    payout_id: payoutId,
  });
  await within(async (tx) => {
    await store.insertRows(tx, 'account_numbers', []);
    await store.insertRows(tx, 'account_numbers', [numbered(large, null), numbered(1n, idOf(1))]);
  });
  const rows = await sql<{ number: bigint; payout_id: string | null }[]>`
    select number, payout_id from merchant.account_numbers order by number`;
  assert.deepEqual(
    rows.map((row) => [row.number, row.payout_id]),
    [
      [1n, idOf(1)],
      [large, null],
    ],
  );
});

test('past movements are booked in the order they are given in, each entry once', async () => {
  const book = (tx: Tx, movements: [reference: string, seconds: number, entries: Entry[]][]) =>
    store.insertPastMovements(
      tx,
      movements.map(([reference, seconds, entries]) => ({
        id: newId(now.getTime()),
        kind: 'order',
        reference,
        createdAt: at(seconds),
        entries,
      })),
    );
  const [own, held] = [availableTo(1), heldFor(1)];
  await within((tx) =>
    book(tx, [
      ['first', 1, transfer(tradingAccount, own, 'ETH', large)],
      ['second', 2, transfer(own, held, 'ETH', 40n)],
      ['third', 3, [...transfer(own, held, 'ETH', 2n), ...transfer(tradingAccount, own, 'EUR', 7n)]],
      ['other', 4, transfer(tradingAccount, availableTo(2), 'ETH', 5n)],
    ]),
  );
  const rows = await sql<{ owner: string; sequence: bigint; entry: string; balance: bigint; at: Date }[]>`
    select a.owner, e.sequence, m.kind || ' ' || m.reference || ' ' || e.asset || ' ' || e.amount as entry,
      e.balance_after as balance, e.created_at as at
    from merchant.ledger_entries e
    join merchant.ledger_accounts a on a.id = e.account_id
    join merchant.ledger_movements m on m.id = e.movement_id
    where a.owner like 'psp:1%' order by a.owner, e.asset, e.sequence`;
  assert.deepEqual(
    rows.map((row) => [row.owner, row.sequence, row.entry, row.balance, row.at.getTime()]),
    [
      ['psp:1', 1n, `order first ETH ${large}`, large, at(1).getTime()],
      ['psp:1', 2n, 'order second ETH -40', large - 40n, at(2).getTime()],
      ['psp:1', 3n, 'order third ETH -2', large - 42n, at(3).getTime()],
      ['psp:1', 1n, 'order third EUR 7', 7n, at(3).getTime()],
      ['psp:1:held', 1n, 'order second ETH 40', 40n, at(2).getTime()],
      ['psp:1:held', 2n, 'order third ETH 2', 42n, at(3).getTime()],
    ],
  );
  assert.deepEqual(
    (await readRows(sql, 'merchant', 'ledger_movements', ['reference', 'created_at'])).map((row) => [
      row['reference'],
      row['created_at'],
    ]),
    [
      ['first', at(1).toISOString()],
      ['second', at(2).toISOString()],
      ['third', at(3).toISOString()],
      ['other', at(4).toISOString()],
    ],
  );
  assert.equal(
    await countLocked(sql, 'merchant', 'ledger_accounts', (tx) =>
      book(tx, [['fourth', 5, transfer(held, own, 'ETH', 1n)]]),
    ),
    2,
    'only the accounts that are booked on are locked',
  );
});

test('past events are stored in the given order, after transactions that committed before, without the customer', async () => {
  const past = (eventType: string, sequence: number) => ({
    psp_id: 2,
    order_id: idOf(1),
    payment_id: null,
    event_type: eventType,
    event_sequence: sequence,
    occurred_at: at(sequence),
    event: { ...testEvent, order_id: eventType, customer_details: { name: 'Ana' } },
  });
  const others = await within(async (tx) => {
    await tx`select pg_current_xact_id()`;
    // This transaction begins later and commits earlier.
    const [other] = await sql<{ number: string }[]>`select pg_current_xact_id()::text as number`;
    await store.insertPastEvents(tx, [past('b', 1), past('a', 2), past('c', 3)]);
    return BigInt(other?.number ?? '0');
  });
  const rows = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(e) as row from merchant.events e order by id`;
  const events = rows.map(({ row }) => row);
  assert.deepEqual(
    events.map((row) => row['event_type']),
    ['b', 'a', 'c'],
  );
  const { event, occurred_at: occurredAt, era } = events[0] ?? {};
  assert.deepEqual(event, { ...testEvent, order_id: 'b' });
  assert.deepEqual([new Date(String(occurredAt)), era], [at(1), 1]);
  assert.ok(events.every((row) => BigInt(String(row['position'])) > others));
});

test('coins of past transactions to addresses of the wallet are stored, and coins they spent are marked', async () => {
  const transact = async (id: string, height: number, destination: string, spend?: string) => {
    const key = { coin: 'BTC', transaction_id: id };
    await insertRow(sql, 'merchant', 'simulated_transactions', {
      coin: 'BTC',
      id,
      fee: 1,
      seen_at: now,
      block_height: height,
    });
    await insertRow(sql, 'merchant', 'simulated_outputs', {
      ...key,
      output_index: 0,
      address: 'a',
      destination,
      amount: 5,
    });
    if (spend !== undefined) await insertRow(sql, 'merchant', 'simulated_spends', { ...key, spend });
  };
  const address = {
    coin: 'BTC',
    address: 'a',
    branch: 0,
    purpose: 'payment',
    subject_id: idOf(1),
    created_at: now,
  };
  for (const [index, destination] of ['ours', 'change'].entries()) {
    await insertRow(sql, 'merchant', 'chain_addresses', { ...address, destination, address_index: index });
  }
  await transact('first', 0, 'ours');
  await insertOutput(sql, { coin: 'BTC', transaction_id: 'first', output_index: 0, amount: 5n }, now);
  await transact('second', 1, 'change', 'first:0');
  await transact('paid out', 1, 'theirs');
  await transact('later', 2, 'ours', 'second:0');
  await within((tx) => store.insertPastOutputs(tx, 1));
  const columns = ['transaction_id', 'amount', 'spent_by', 'spent_height'];
  assert.deepEqual(await readRows(sql, 'merchant', 'chain_outputs', columns), [
    { transaction_id: 'first', amount: 5, spent_by: 'second', spent_height: 1 },
    { transaction_id: 'second', amount: 5 },
  ]);
});

test('the endpoint of the shop is moved if its URL changed, and no other is', async () => {
  await insertEndpoint(sql, idOf(1), now, { url: 'old' });
  await insertEndpoint(sql, idOf(2), now, { url: 'old' });
  const places = async () =>
    (
      await sql<{ url: string; place: string }[]>`
        select url, ctid::text as place from merchant.webhook_endpoints order by id`
    ).map(({ url, place }) => `${url} ${place}`);
  const were = await places();
  await store.moveEndpoint(sql, idOf(1), 'old');
  assert.deepEqual(await places(), were, 'an unchanged URL is not written');
  await store.moveEndpoint(sql, idOf(1), 'new');
  assert.deepEqual(
    (await places()).map((place) => place.split(' ')[0]),
    ['new', 'old'],
  );
});

test('the next number of a coin follows the last one of its first account', async () => {
  const next = (coin: CoinCode) => within((tx) => store.findNextNumber(tx, coin));
  const give = (coin: string, account: number, number: number) =>
    insertRow(sql, 'merchant', 'account_numbers', { coin, account, number });
  await give('ETH', 1, 9);
  assert.equal(await next('ETH'), 0n);
  for (const number of [1, 3, 2]) await give('ETH', 0, number);
  await give('XRP', 0, 7);
  assert.deepEqual([await next('ETH'), await next('XRP'), await next('BTC')], [4n, 8n, 0n]);
});

test('indexes are taken from the sequence of their coin', async () => {
  assert.deepEqual(await store.takeIndexes(sql, 'BTC', 3), [0, 1, 2]);
  assert.deepEqual(await store.takeIndexes(sql, 'LTC', 1), [0]);
  assert.deepEqual(await store.takeIndexes(sql, 'BTC', 1), [3]);
});

test('a visit is unsettled while it is paid, not accepted by hand and not paid out', async () => {
  const paid = { status: 'PAID', settled_euro_amount: 500n, payment_reference: 'visit-1' };
  const add = (digit: number, fields: object = {}) =>
    insertPayment(sql, idOf(digit), now, { ...paid, ...fields });
  await add(1, { settled_euro_amount: 900n });
  await add(2);
  await add(3, { psp_id: 2 });
  await add(4, { payment_reference: 'a visit-1' });
  await add(5, { status: 'REFUNDED' });
  await add(6, { accepted_at: now });
  await add(7, { settled_euro_amount: null });
  const move = (kind: string, reference: string) =>
    insertRow(sql, 'merchant', 'ledger_movements', { id: newId(), kind, reference, created_at: now });
  const find = (digit: number, reference = 'payout of 2') =>
    within((tx) => store.findUnsettledVisit(tx, idOf(digit), 'visit-', reference));
  await move('adjustment', 'payout of another');
  await move('payout', 'payout of 2');
  assert.deepEqual([await find(1), await find(2)], [900n, 500n]);
  for (const digit of [3, 4, 5, 6, 7, 8]) assert.equal(await find(digit), undefined);
  await move('adjustment', 'payout of 2');
  assert.equal(await find(2), undefined);
  assert.equal(await find(2, 'payout of 9'), 500n);
});

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { insertOutput } from '../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../test/support/database.ts';
import { insertEndpoint, insertPsps } from '../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../test/support/payment-rows.ts';
import { countLocked } from '../../../test/support/row-locks.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../test/support/table-rows.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode, PairCode } from '../assets/asset.rules.ts';
import { availableTo, heldFor, tradingAccount, transfer, type Entry } from '../ledger/ledger.rules.ts';
import { testEvent } from '../webhooks/queue/webhook.rules.ts';
import * as store from './life.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
/** More than a number of JSON keeps. */
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

test('the first start of a sandbox is remembered once, and not where something was booked for the PSP', async () => {
  await insertRow(sql, 'merchant', 'ledger_accounts', { owner: 'psp:8', asset: 'EUR', stripe: 0 });
  assert.equal(await store.findLife(sql), undefined);
  assert.equal(await within((tx) => store.lockLife(tx)), undefined);
  await store.rememberBeginning(sql, 'psp:8', now);
  assert.equal(await store.findLife(sql), undefined);
  await store.rememberBeginning(sql, 'psp:9', now);
  await store.rememberBeginning(sql, 'psp:9', at(5));
  const begun = { began_at: now, made_at: null, endpoint_id: null };
  assert.deepEqual({ ...(await store.findLife(sql)) }, begun);
  assert.deepEqual({ ...(await within((tx) => store.lockLife(tx))) }, begun);
  assert.equal(await countLocked(sql, 'merchant', 'sandbox_life', (tx) => store.lockLife(tx)), 1);
  await within((tx) => store.saveMade(tx, idOf(1), at(7)));
  assert.deepEqual(
    { ...(await store.findLife(sql)) },
    { began_at: now, made_at: at(7), endpoint_id: idOf(1) },
  );
});

test('rows are written with every digit of their amounts, and with nothing where there is nothing', async () => {
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
        kind: 'past',
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
      ['psp:1', 1n, `past first ETH ${large}`, large, at(1).getTime()],
      ['psp:1', 2n, 'past second ETH -40', large - 40n, at(2).getTime()],
      ['psp:1', 3n, 'past third ETH -2', large - 42n, at(3).getTime()],
      ['psp:1', 1n, 'past third EUR 7', 7n, at(3).getTime()],
      ['psp:1:held', 1n, 'past second ETH 40', 40n, at(2).getTime()],
      ['psp:1:held', 2n, 'past third ETH 2', 42n, at(3).getTime()],
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

test('past events have nothing of the customer, and places in the order they are given in', async () => {
  const past = (eventType: string, sequence: number, fields: object = {}) => ({
    orderId: null,
    paymentId: null,
    eventType,
    sequence,
    occurredAt: at(sequence),
    event: { ...testEvent, order_id: eventType, customer_details: { name: 'somebody' } },
    ...fields,
  });
  const others = await within(async (tx) => {
    await tx`select pg_current_xact_id()`;
    // Begun later and committed before: what is written afterwards comes after it.
    const [other] = await sql<{ number: string }[]>`select pg_current_xact_id()::text as number`;
    await store.insertPastEvents(tx, 2, [
      past('b', 1, { orderId: idOf(1), paymentId: idOf(2) }),
      past('a', 2),
      past('c', 3),
    ]);
    return BigInt(other?.number ?? '0');
  });
  const rows = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(e) as row from merchant.events e order by id`;
  const events = rows.map(({ row }) => row);
  assert.deepEqual(
    events.map((row) => row['event_type']),
    ['b', 'a', 'c'],
  );
  const { id: _, position, occurred_at: occurredAt, ...first } = events[0] ?? {};
  assert.deepEqual(first, {
    psp_id: 2,
    era: 1,
    order_id: idOf(1),
    payment_id: idOf(2),
    event_type: 'b',
    event_sequence: 1,
    event: { ...testEvent, order_id: 'b' },
  });
  assert.deepEqual(new Date(String(occurredAt)), at(1));
  assert(BigInt(String(position)) > others);
  assert.deepEqual(new Set(events.map((row) => row['position'])), new Set([position]));
});

test('candles of the past are written where there are none', async () => {
  const candle = (pair: PairCode, price: bigint) => ({
    pair,
    startsAtMs: now.getTime(),
    seconds: 3600,
    open: price,
    high: price + 3n,
    low: price - 3n,
    close: price + 1n,
  });
  await within((tx) => store.insertPastCandles(tx, [candle('BTCEUR', 10n)]));
  await within((tx) => store.insertPastCandles(tx, [candle('BTCEUR', 99n), candle('LTCEUR', 20n)]));
  const both = { starts_at: now.toISOString(), seconds: 3600 };
  assert.deepEqual(await readRows(sql, 'merchant', 'rate_history'), [
    { ...both, pair: 'BTCEUR', open: 10, high: 13, low: 7, close: 11 },
    { ...both, pair: 'LTCEUR', open: 20, high: 23, low: 17, close: 21 },
  ]);
});

test('one coin of the wallet is marked as spent', async () => {
  for (const [coin, id, index] of [
    ['BTC', 't', 0],
    ['BTC', 't', 1],
    ['BTC', 'u', 0],
    ['LTC', 't', 0],
  ] as const)
    await insertOutput(sql, { coin, transaction_id: id, output_index: index }, now);
  await within((tx) => store.markSpent(tx, 'BTC', { transactionId: 't', index: 0 }, 'spender', 9));
  const columns = ['coin', 'transaction_id', 'output_index', 'spent_by', 'spent_height'];
  assert.deepEqual(await readRows(sql, 'merchant', 'chain_outputs', columns), [
    { coin: 'BTC', transaction_id: 't', output_index: 0, spent_by: 'spender', spent_height: 9 },
    { coin: 'BTC', transaction_id: 't', output_index: 1 },
    { coin: 'BTC', transaction_id: 'u', output_index: 0 },
    { coin: 'LTC', transaction_id: 't', output_index: 0 },
  ]);
});

test('the endpoint of the shop is moved where its address has changed, and no other is', async () => {
  const sealedSecret = Buffer.from('secret');
  await within((tx) =>
    store.insertPastEndpoint(tx, { id: idOf(1), pspId: 1, url: 'old', sealedSecret, createdAt: now }),
  );
  await insertEndpoint(sql, idOf(2), now, { url: 'old' });
  const places = async () =>
    (
      await sql<{ url: string; place: string }[]>`
        select url, ctid::text as place from merchant.webhook_endpoints order by id`
    ).map(({ url, place }) => `${url} ${place}`);
  const were = await places();
  await store.moveEndpoint(sql, idOf(1), 'old');
  assert.deepEqual(await places(), were, 'nothing is written where it is the same');
  await store.moveEndpoint(sql, idOf(1), 'new');
  const columns = ['id', 'psp_id', 'url', 'sealed_secret', 'created_at'];
  const both = { psp_id: 1, created_at: now.toISOString() };
  assert.deepEqual(await readRows(sql, 'merchant', 'webhook_endpoints', columns), [
    { ...both, id: idOf(1), url: 'new', sealed_secret: hexOf(sealedSecret) },
    { ...both, id: idOf(2), url: 'old', sealed_secret: hexOf(Buffer.alloc(0)) },
  ]);
});

test('the last number is that of the first account of a coin', async () => {
  const last = (coin: CoinCode) => within((tx) => store.findLastNumber(tx, coin));
  const give = (coin: string, account: number, number: number) =>
    insertRow(sql, 'merchant', 'account_numbers', { coin, account, number });
  await give('ETH', 1, 9);
  assert.equal(await last('ETH'), null);
  for (const number of [1, 3, 2]) await give('ETH', 0, number);
  await give('XRP', 0, 7);
  assert.deepEqual([await last('ETH'), await last('XRP'), await last('BTC')], [3n, 7n, null]);
});

test('indexes are taken from the sequence of their coin', async () => {
  assert.deepEqual(await store.takeIndexes(sql, 'BTC', 3), [0, 1, 2]);
  assert.deepEqual(await store.takeIndexes(sql, 'LTC', 1), [0]);
  assert.deepEqual(await store.takeIndexes(sql, 'BTC', 1), [3]);
});

test('a visit is unsettled while it is paid, was not accepted by hand and was not paid out', async () => {
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
  assert.equal(await find(2, 'payout of nobody'), 500n);
});

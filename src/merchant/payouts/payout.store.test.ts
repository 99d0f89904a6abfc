import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { countLocked } from '../../../test/support/row-locks.ts';
import { idOf, insertRow, readRows } from '../../../test/support/table-rows.ts';
import { emptyPayouts, insertBatch, insertPayout } from '../../../test/support/payout-rows.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import {
  findCollection,
  findPayoutPlace,
  hasWork,
  findPayout,
  hasCollected,
  listEnded,
  listOpen,
  listUnestimated,
  lockPayout,
  lockReserved,
  measureWaiting,
  saveEnd,
  saveFeeCharge,
  saveTrouble,
  saveWeight,
  sumSigned,
  type OpenFilter,
  type ReservedFilter,
} from './payout.store.ts';

const sql = await useTestSql();
beforeEach(() => emptyPayouts(sql));

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const add = (digit: number, fields: object = {}) => insertPayout(sql, idOf(digit), at(digit), fields);
const signed = (batch: number, transactionId: string) => ({
  status: 'SIGNED',
  batch_id: idOf(batch),
  transaction_id: transactionId,
  fee: 7n,
  signed_at: now,
});
const digitsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.slice(-1)).join('');

const everything: ReservedFilter = {
  coin: 'BTC',
  after: null,
  belowMinor: null,
  except: [],
  limit: 9,
  estimated: false,
};
const locked = async (filter: Partial<ReservedFilter> = {}) =>
  digitsOf(await sql.begin((tx) => lockReserved(tx, { ...everything, ...filter })));

test('payouts of a coin that neither approval nor screening holds can be signed, oldest first', async () => {
  await insertBatch(sql, idOf(1), now);
  await add(9, { weight: 1, approval: 'approved' });
  await add(8, { weight: 1, screening: 'allow' });
  await add(7, { amount: 2000n });
  await add(6, { screening: 'review' });
  await add(5, { approval: 'waiting' });
  await add(4, { screening: 'allow', approval: 'waiting' });
  await add(3, signed(1, 'x'));
  await add(2, { coin: 'LTC' });
  assert.equal(await locked(), '789');
  assert.equal(await locked({ limit: 2 }), '78');
  assert.equal(await locked({ after: idOf(7) }), '89');
  assert.equal(await locked({ except: [idOf(8)] }), '79');
  assert.equal(await locked({ belowMinor: 2000n }), '89');
  assert.equal(await locked({ belowMinor: 1000n }), '');
  assert.equal(await locked({ estimated: true }), '89');
  assert.equal(await locked({ coin: 'LTC' }), '2');
  assert.equal(digitsOf(await listUnestimated(sql, { coin: 'BTC', which: 'new', limit: 9 })), '7');
});

test('a collection is never too large for the wallet and needs no weight', async () => {
  await add(5, { weight: 1, amount: 10n });
  await add(4, { ...collection('s'), amount: 2000n });
  await add(3, { amount: 2000n });
  await add(2, { amount: 10n });
  assert.equal(await locked({ belowMinor: 1000n }), '245');
  assert.equal(await locked({ estimated: true }), '45');
  await add(1, { amount: 10n, trouble: 'it reverts' });
  const unestimated = async (which: 'new' | 'troubled', limit: number) =>
    digitsOf(await listUnestimated(sql, { coin: 'BTC', which, limit }));
  assert.deepEqual([await unestimated('new', 9), await unestimated('new', 1)], ['23', '2']);
  assert.deepEqual([await unestimated('troubled', 9), await unestimated('troubled', 0)], ['1', '']);
});

test('skips a payout that another transaction has locked', async () => {
  await add(1);
  await add(2);
  await sql.begin(async (tx) => {
    assert.equal(digitsOf(await lockReserved(tx, { ...everything, limit: 1 })), '1');
    assert.equal(await locked(), '2');
  });
  assert.equal(await locked(), '12');
});

test('counts waiting payouts by coin and state, with amount, age and trouble', async () => {
  await insertBatch(sql, idOf(1), now, { due_at: now, generation: 1 });
  await insertBatch(sql, idOf(2), now, { due_at: now, bump_trouble: 'b', trouble: 't' });
  await insertBatch(sql, idOf(3), now, { due_at: now });
  await insertBatch(sql, idOf(4), now, { generation: 1 });
  await add(1, signed(1, 'x'));
  await add(2, signed(2, 'y'));
  await add(3, signed(3, 'z'));
  await add(4, signed(4, 'w'));
  await add(5, { amount: 500n, trouble: 't' });
  await add(6);
  await add(7, { coin: 'LTC' });
  await add(8, { ...signed(4, 'w'), status: 'COMPLETED' });
  const measured = (await measureWaiting(sql)).map((row) => ({ ...row })).toSorted(byPlace);
  assert.deepEqual(measured, [
    row('BTC', 'RESERVED', { count: 2, troubled: 1, stuck: 0, oldest_at: at(5), amount: 1500n }),
    row('BTC', 'SIGNED', { count: 4, troubled: 1, stuck: 2, oldest_at: at(1), amount: 4028n }),
    row('LTC', 'RESERVED', { count: 1, troubled: 0, stuck: 0, oldest_at: at(7), amount: 1000n }),
  ]);
});

const row = (coin: string, status: string, rest: object) => ({ coin, status, ...rest });
const byPlace = (one: { coin: string; status: string }, other: { coin: string; status: string }) =>
  `${one.coin} ${one.status}`.localeCompare(`${other.coin} ${other.status}`);

/** Returns all payouts by the last digit of their ids. */
const rowsByDigit = async () =>
  Object.fromEntries(
    (await readRows(sql, 'merchant', 'payouts')).map((payout) => [String(payout['id']).slice(-1), payout]),
  );
/** A collection from a customer's address to the paying account. */
const collection = (source: string) => ({
  kind: 'collection',
  order_id: null,
  psp_id: 0,
  source,
  source_number: 0,
});

test('finds and locks one payout', async () => {
  await insertBatch(sql, idOf(1), now, { coin: 'LTC' });
  await add(2);
  await add(3, { ...signed(1, 'x'), coin: 'LTC' });
  const place = (digit: number) => sql.begin((tx) => findPayoutPlace(tx, idOf(digit)));
  assert.deepEqual({ ...(await place(2)) }, { coin: 'BTC', status: 'RESERVED', batch_id: null });
  assert.deepEqual({ ...(await place(3)) }, { coin: 'LTC', status: 'SIGNED', batch_id: idOf(1) });
  assert.equal(await place(4), undefined);
  const lock = (tx: Tx, digit: number) => lockPayout(tx, idOf(digit));
  assert.deepEqual(
    [
      (await sql.begin((tx) => lock(tx, 2)))?.id,
      (await sql.begin((tx) => lock(tx, 3)))?.id,
      await sql.begin((tx) => lock(tx, 4)),
    ],
    [idOf(2), idOf(3), undefined],
  );
  assert.equal(await countLocked(sql, 'merchant', 'payouts', (tx) => lock(tx, 3)), 1);
  assert.equal(await countLocked(sql, 'merchant', 'payouts', (tx) => findPayoutPlace(tx, idOf(3))), 0);
});

test("a recipient's weight is stored while the payout is unsigned", async () => {
  await insertBatch(sql, idOf(1), now);
  await add(2, signed(1, 'x'));
  await add(3);
  await add(4);
  const were = await rowsByDigit();
  for (const digit of [2, 3]) await saveWeight(sql, idOf(digit), 44);
  assert.deepEqual(await rowsByDigit(), { ...were, 3: { ...were['3'], weight: 44 } });
});

test('fee charge and end are stored with one payout only', async () => {
  await insertBatch(sql, idOf(1), now);
  for (const digit of [2, 3]) await add(digit, { ...signed(1, 'x'), trouble: 't' });
  const were = await rowsByDigit();
  await sql.begin((tx) =>
    saveFeeCharge(tx, idOf(2), { chargeCents: 1n, coveredMinor: 2n, borneMinor: 3n, reserveCents: 4n }),
  );
  const charged = { ...were['2'], fee_charge: 1, fee_covered: 2, fee_borne: 3, fee_reserve: 4 };
  assert.deepEqual(await rowsByDigit(), { ...were, 2: charged });
  const end = { id: idOf(2), status: 'COMPLETED', transactionId: 'y', feeMinor: 8n, lostMinor: 9n } as const;
  await sql.begin((tx) => saveEnd(tx, end, at(60)));
  const ended = Object.fromEntries(Object.entries(charged).filter(([name]) => name !== 'trouble'));
  assert.deepEqual(await rowsByDigit(), {
    ...were,
    2: {
      ...ended,
      status: 'COMPLETED',
      transaction_id: 'y',
      fee: 8,
      lost_fee: 9,
      updated_at: at(60).toISOString(),
    },
  });
});

test('trouble is stored for open payouts only, reported as new once, and not rewritten', async () => {
  await insertBatch(sql, idOf(1), now);
  await add(2);
  await add(3, signed(1, 'x'));
  await add(4, { ...signed(1, 'x'), status: 'COMPLETED' });
  await add(5, { trouble: 'else' });
  const were = await rowsByDigit();
  const save = (digit: number, trouble: string) => saveTrouble(sql, idOf(digit), trouble);
  assert.deepEqual(
    [await save(2, 'a'), await save(3, 'a'), await save(4, 'a'), await save(9, 'a')],
    [true, true, false, false],
  );
  const troubled = (digit: number, trouble: string) => ({ ...were[digit], trouble });
  assert.deepEqual(await rowsByDigit(), { ...were, 2: troubled(2, 'a'), 3: troubled(3, 'a') });
  const version = async () => {
    const [found] = await sql<{ version: string }[]>`
      select xmin::text as version from merchant.payouts where id = ${idOf(2)}`;
    return found?.version;
  };
  const written = await version();
  assert.equal(await save(2, 'a'), false);
  assert.equal(await version(), written);
  assert.equal(await save(2, 'b'), false);
  assert.deepEqual(await rowsByDigit(), { ...were, 2: troubled(2, 'b'), 3: troubled(3, 'a') });
});

test('of two simultaneous reports of trouble, only one is the first', async () => {
  await add(1);
  let isOver = false;
  let second: Promise<boolean> | undefined;
  await sql.begin(async (tx) => {
    await tx`update merchant.payouts set trouble = 'first'`;
    second = saveTrouble(sql, idOf(1), 'second').finally(() => (isOver = true));
    const isAwaited = async () =>
      (await tx`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`)
        .length > 0;
    await until(async () => isOver || (await isAwaited()), 'the second that waits');
  });
  assert.equal(await second, false);
  assert.equal((await rowsByDigit())['1']?.['trouble'], 'second');
});

test('a coin has work if a payout can be signed, is due, or waits too long', async () => {
  const work = (coin: CoinCode) => hasWork(sql, coin, now);
  for (const [coin, height] of [
    ['BTC', 10],
    ['LTC', 99],
  ] as const)
    await insertRow(sql, 'merchant', 'chain_states', {
      coin,
      network: '',
      account: '',
      height,
      hash: '',
      node_height: height,
    });
  assert.deepEqual([await work('BTC'), await work('LTC')], [false, false]);
  await insertBatch(sql, idOf(1), now, { due_at: at(1), bump_height: 11 });
  await add(2, { approval: 'waiting' });
  await add(3, signed(1, 'x'));
  assert.deepEqual([await work('BTC'), await work('LTC')], [false, false]);
  await add(4, { coin: 'LTC' });
  assert.deepEqual([await work('BTC'), await work('LTC')], [false, true]);
  await sql`update merchant.payouts set approval = 'waiting' where coin = 'LTC'`;
  await insertBatch(sql, idOf(2), now, { coin: 'LTC', due_at: now });
  assert.deepEqual([await work('BTC'), await work('LTC')], [false, true]);
  await sql`update merchant.payout_batches set due_at = null, bump_height = 10 where coin = 'LTC'`;
  assert.deepEqual([await work('BTC'), await work('LTC')], [false, true]);
  await sql`update merchant.payout_batches set bump_height = 99 where coin = 'LTC'`;
  assert.deepEqual([await work('BTC'), await work('LTC')], [false, true]);
  await sql`update merchant.payout_batches set bump_height = 100 where coin = 'LTC'`;
  assert.deepEqual([await work('BTC'), await work('LTC')], [false, false]);
});

test('signed payouts count with amount and fee, and collections with the fee only', async () => {
  const sum = (coin: CoinCode) => sql.begin((tx) => sumSigned(tx, coin));
  assert.equal(await sum('BTC'), 0n);
  for (const digit of [1, 2, 3]) await insertBatch(sql, idOf(digit), now);
  await add(1, signed(1, 'x'));
  await add(2, { ...signed(2, 'y'), ...collection('s'), amount: 500n });
  await add(3, { ...signed(3, 'z'), status: 'COMPLETED' });
  await add(4, { ...signed(1, 'x'), coin: 'LTC', amount: 90n });
  await add(5);
  assert.deepEqual([await sum('BTC'), await sum('LTC')], [1014n, 97n]);
});

test('an account is being collected while one of its collections is open', async () => {
  const found = (coin: CoinCode, source: string) => sql.begin((tx) => findCollection(tx, coin, source));
  await insertBatch(sql, idOf(1), now);
  await add(2, { ...signed(1, 'x'), ...collection('ended'), status: 'COMPLETED' });
  await add(3, { ...signed(1, 'x'), ...collection('signed') });
  await add(4, { ...collection('ended'), coin: 'LTC' });
  assert.deepEqual(
    [await found('BTC', 'ended'), await found('BTC', 'signed'), await found('LTC', 'ended')],
    [false, true, true],
  );
  assert.deepEqual([await found('LTC', 'signed'), await found('BTC', 'unknown')], [false, false]);
});

test('the numbers of a source up to that of its latest completed collection are used', async () => {
  const used = (coin: CoinCode, source: string, number: bigint) =>
    sql.begin((tx) => hasCollected(tx, coin, { source, number }));
  await insertBatch(sql, idOf(1), now);
  const completed = { ...signed(1, 'x'), status: 'COMPLETED' };
  await add(2, { ...completed, ...collection('a'), source_number: 4 });
  await add(3, { ...collection('a'), source_number: 6 });
  await add(4, { ...completed, ...collection('b'), source_number: 9 });
  assert.deepEqual(await Promise.all([3n, 4n, 5n, 6n].map((number) => used('BTC', 'a', number))), [
    true,
    true,
    false,
    false,
  ]);
  assert.deepEqual([await used('LTC', 'a', 4n), await used('BTC', 'c', 4n)], [false, false]);
});

test('open payouts are listed by coin and stage, oldest first', async () => {
  await insertBatch(sql, idOf(5), now, { coin: 'LTC', generation: 2 });
  await insertBatch(sql, idOf(6), now, { due_at: now, trouble: 'refused' });
  await insertBatch(sql, idOf(7), now, { put_off_at: now });
  await insertBatch(sql, idOf(8), now);
  await insertBatch(sql, idOf(9), now, { bump_trouble: 'too dear' });
  const completed = { status: 'COMPLETED' };
  await add(9, signed(9, 'x'));
  await add(8, { ...signed(8, 'x'), ...completed });
  await add(7, { ...signed(7, 'x'), ...completed });
  await add(6, { ...signed(6, 'x'), ...completed });
  await add(5, { ...signed(5, 'x'), coin: 'LTC' });
  await add(4, { approval: 'approved', screening: 'allow' });
  await add(3, { trouble: 'no funds' });
  await add(1, { approval: 'waiting', screening: 'review' });
  await add(2, { screening: 'review', trouble: 'no funds' });
  const list = async (filter: OpenFilter, limit = 9) =>
    (await listOpen(sql, limit, filter)).map(({ id, stage }) => `${id.slice(-1)} ${stage}`);
  assert.deepEqual(await list({}), [
    '1 approval',
    '2 screening',
    '3 troubled',
    '4 reserved',
    '5 signed',
    '6 troubled',
    '7 completed',
    '9 troubled',
  ]);
  assert.deepEqual(await list({}, 2), ['1 approval', '2 screening']);
  assert.deepEqual(await list({ coin: 'LTC' }), ['5 signed']);
  assert.deepEqual(await list({ stage: 'signed' }), ['5 signed']);
  assert.deepEqual(await list({ id: idOf(3) }), ['3 troubled']);
  assert.deepEqual(await list({ id: idOf(8) }), [], 'it has ended');
  assert.deepEqual(await list({ coin: 'BTC', stage: 'troubled' }), [
    '3 troubled',
    '6 troubled',
    '9 troubled',
  ]);
  assert.deepEqual(await list({ coin: 'LTC', stage: 'troubled' }), []);
  const told = (await listOpen(sql, 9, {})).map((open) => [
    open.sending_trouble,
    open.bump_trouble,
    open.generation,
  ]);
  assert.deepEqual(told.slice(3, 6), [
    [null, null, null],
    [null, null, 2],
    ['refused', null, 0],
  ]);
});

test('ended payouts are listed in pages, newest first, without those that the chain has lost', async () => {
  await insertBatch(sql, idOf(1), now);
  await insertBatch(sql, idOf(2), now, { put_off_at: now });
  await add(1, { ...signed(1, 'x'), status: 'COMPLETED' });
  await add(2, { ...signed(2, 'y'), status: 'COMPLETED' });
  await add(3, { status: 'FAILED' });
  await add(4);
  await add(5, { ...signed(1, 'x'), status: 'REVERSED' });
  assert.equal(digitsOf(await listEnded(sql, idOf(9), 9)), '531');
  assert.equal(digitsOf(await listEnded(sql, idOf(9), 2)), '53');
  assert.equal(digitsOf(await listEnded(sql, idOf(3), 9)), '1');
  await add(6, { status: 'FAILED', coin: 'LTC' });
  assert.equal(digitsOf(await listEnded(sql, idOf(9), 9, 'BTC')), '531');
  assert.equal(digitsOf(await listEnded(sql, idOf(9), 9, 'LTC')), '6');
  const found = await findPayout(sql, idOf(1));
  assert.deepEqual([found?.status, found?.transaction_id], ['COMPLETED', 'x']);
  assert.equal(await findPayout(sql, idOf(8)), undefined);
});

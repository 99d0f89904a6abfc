import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openTestSql } from '../../../test/support/database.ts';
import { emptyPayouts, insertBatch, insertPayout } from '../../../test/support/payout-rows.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { listUnweighed, lockReserved, measureWaiting, type ReservedFilter } from './payout.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());
beforeEach(() => emptyPayouts(sql));

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
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
  weighed: false,
};
const locked = async (filter: Partial<ReservedFilter> = {}) =>
  digitsOf(await sql.begin((tx) => lockReserved(tx, { ...everything, ...filter })));

test('signed may be what waits in this coin and neither a person nor a screening holds back, the oldest first', async () => {
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
  assert.equal(await locked({ weighed: true }), '89');
  assert.equal(await locked({ coin: 'LTC' }), '2');
  assert.equal(digitsOf(await listUnweighed(sql, 'BTC', 9)), '7');
});

test('one that somebody else has locked is passed over', async () => {
  await add(1);
  await add(2);
  await sql.begin(async (tx) => {
    assert.equal(digitsOf(await lockReserved(tx, { ...everything, limit: 1 })), '1');
    assert.equal(await locked(), '2');
  });
  assert.equal(await locked(), '12');
});

test('what waits is told by coin and state: how much, since when, and what is in trouble or stuck', async () => {
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

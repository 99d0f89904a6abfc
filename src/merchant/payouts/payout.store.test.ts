import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { openDatabase, type Sql } from '../../platform/postgres/client/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  freeSequenceNumber,
  getBytes,
  hasWork,
  insertPayout,
  listDue,
  listOpen,
  lockPayout,
  lockReserved,
  measureWaiting,
  saveAttempt,
  saveEnd,
  saveSigned,
  saveTrouble,
  setDue,
  sumSigned,
  takeSequenceNumber,
  type NewPayout,
} from './payout.store.ts';

let database: TestDatabase;
let sql: Sql;

// One for each test: no payout can be removed.
beforeEach(async () => {
  database = await createTestDatabase();
  sql = openDatabase({ connection: database.connection, poolSize: 3, applicationName: 'test' });
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});
const minute = (count: number): Date => new Date(Date.parse('2026-03-01T12:00:00Z') + count * 60_000);

async function reserve(changes: Partial<NewPayout> = {}): Promise<string> {
  const id = newId();
  await sql.begin((tx) =>
    insertPayout(tx, {
      id,
      coin: 'BTC',
      kind: 'withdrawal',
      order_id: newId(),
      psp_id: 1,
      address: 'address',
      destination_tag: null,
      destination: 'destination',
      amount: 100n,
      fee_allowance: 10n,
      euro_value: 50n,
      created_at: minute(0),
      ...changes,
    }),
  );
  return id;
}
async function sign(id: string, at = minute(1), feeMinor = 7n): Promise<void> {
  const signed = { bytes: `bytes of ${id}`, transactionId: `t-${id}`, feeMinor, lastHeight: null };
  await sql.begin((tx) => saveSigned(tx, id, signed, at));
}
async function read(id: string) {
  const { status, due_at: dueAt, trouble, attempts } = { ...(await sql.begin((tx) => lockPayout(tx, id))) };
  return { status, dueAt, trouble, attempts };
}
const reserved = { status: 'RESERVED', dueAt: null, trouble: null, attempts: 0 };

test('the oldest of a coin is taken, after another or below an amount, and one that is being cancelled is passed over', async () => {
  await reserve({ coin: 'LTC' });
  const signed = await reserve();
  await sign(signed);
  const [one, two] = [await reserve({ amount: 300n }), await reserve({ amount: 200n })];
  const take = async (after: string | null = null, belowMinor: bigint | null = null) =>
    (await sql.begin((tx) => lockReserved(tx, { coin: 'BTC', after, belowMinor })))?.id;
  assert.equal(await take(), one);
  assert.equal(await take(one), two);
  assert.equal(await take(two), undefined);
  assert.equal(await take(null, 300n), two);
  assert.equal(await take(null, 301n), one);
  assert.equal(await take(null, 200n), undefined);
  await sql.begin(async (tx) => {
    await lockPayout(tx, one);
    assert.equal(await take(), two);
  });
});

test('signing, ending and trouble concern one payout', async () => {
  const [one, other] = [await reserve(), await reserve()];
  assert.equal(await saveTrouble(sql, one, 'no funds'), true);
  assert.equal(await saveTrouble(sql, one, 'no funds'), false);
  assert.equal(await saveTrouble(sql, one, 'no node'), false);
  assert.deepEqual(await read(one), { ...reserved, trouble: 'no node' });
  assert.deepEqual(await read(other), reserved);
  await sign(one, minute(1));
  assert.deepEqual(await read(one), { ...reserved, status: 'SIGNED', dueAt: minute(1) });
  assert.equal(await sql.begin((tx) => getBytes(tx, one)), `bytes of ${one}`);
  assert.equal(await saveTrouble(sql, one, 'refused'), true);
  await sql.begin((tx) => saveEnd(tx, one, 'COMPLETED', minute(2)));
  assert.deepEqual(await read(one), { ...reserved, status: 'COMPLETED' });
  assert.equal(await saveTrouble(sql, one, 'too late'), false);
  assert.deepEqual(await read(one), { ...reserved, status: 'COMPLETED' });
  assert.deepEqual(await read(other), reserved);
});

test('sending begins and ends, and one that is being sent keeps its schedule', async () => {
  const [one, other] = [await reserve(), await reserve()];
  for (const id of [one, other]) await sign(id, minute(1));
  const attempt = (dueAt: Date) => sql.begin((tx) => saveAttempt(tx, { id: one, dueAt, trouble: 'refused' }));
  assert.equal(await attempt(minute(5)), true);
  assert.deepEqual(await read(one), { status: 'SIGNED', dueAt: minute(5), trouble: 'refused', attempts: 1 });
  const schedule = (dueAt: Date | null) => sql.begin((tx) => setDue(tx, one, dueAt));
  await schedule(minute(9));
  assert.deepEqual([(await read(one)).dueAt, (await read(one)).attempts], [minute(5), 1]);
  await schedule(null);
  assert.deepEqual([(await read(one)).dueAt, (await read(one)).attempts], [null, 0]);
  assert.equal(await attempt(minute(6)), false, 'there is nothing more to send');
  await schedule(minute(9));
  assert.deepEqual((await read(one)).dueAt, minute(9));
  assert.deepEqual(await read(other), { ...reserved, status: 'SIGNED', dueAt: minute(1) });
});

test('there is work where one of the coin waits to be signed, or is due', async () => {
  const work = (at: number) => hasWork(sql, 'BTC', minute(at));
  const elsewhere = await reserve({ coin: 'LTC' });
  assert.equal(await work(0), false);
  await sign(elsewhere, minute(0));
  assert.equal(await work(9), false);
  const id = await reserve();
  assert.equal(await work(0), true);
  await sign(id, minute(2));
  assert.deepEqual([await work(1), await work(2)], [false, true]);
});

test('what is due is sent in the order in which it was signed, so many at a time', async () => {
  const [first, second, third] = [await reserve(), await reserve(), await reserve()];
  await sign(second, minute(1));
  await sign(first, minute(2));
  await sign(third, minute(2));
  await sign(await reserve({ coin: 'LTC' }), minute(1));
  const due = (at: number, limit = 10) => listDue(sql, 'BTC', minute(at), limit);
  assert.deepEqual(await due(0), []);
  assert.deepEqual(await due(1), [second]);
  assert.deepEqual(await due(2), [second, first, third]);
  assert.deepEqual(await due(2, 2), [second, first]);
});

test('sequence numbers have no gaps: what was freed is taken first, each coin for itself', async () => {
  const ids = [
    await reserve({ coin: 'ETH' }),
    await reserve({ coin: 'ETH' }),
    await reserve({ coin: 'ETH' }),
  ];
  const take = (id: string) => sql.begin((tx) => takeSequenceNumber(tx, 'ETH', id));
  await sql.begin(async (tx) => takeSequenceNumber(tx, 'XRP', await reserve({ coin: 'XRP' })));
  const taken: bigint[] = [];
  for (const id of ids) taken.push(await take(id));
  assert.deepEqual(taken, [0n, 1n, 2n]);
  for (const id of ids.slice(0, 2)) await sql.begin((tx) => freeSequenceNumber(tx, id));
  assert.equal(await take(await reserve({ coin: 'ETH' })), 0n);
  assert.equal(await take(await reserve({ coin: 'ETH' })), 1n);
  assert.equal(await take(await reserve({ coin: 'ETH' })), 3n);
});

test('what is signed, open and waiting is summed up', async () => {
  const [one, two, completed] = [await reserve(), await reserve(), await reserve()];
  const other = await reserve({ coin: 'LTC', created_at: minute(3) });
  await sign(two);
  await sign(completed);
  await sql.begin((tx) => saveEnd(tx, completed, 'COMPLETED', minute(2)));
  await sign(other, minute(4), 1n);
  assert.equal(await sql.begin((tx) => sumSigned(tx, 'BTC')), 107n);
  assert.equal(await sql.begin((tx) => sumSigned(tx, 'XRP')), 0n);
  const open = async (limit = 10) => (await listOpen(sql, limit)).map(({ id }) => id);
  assert.deepEqual(await open(), [one, two, other]);
  assert.deepEqual(await open(2), [one, two]);
  // The chain has lost it again.
  await sql.begin((tx) => setDue(tx, completed, minute(5)));
  assert.deepEqual(await open(), [one, two, completed, other]);
  await saveTrouble(sql, one, 'no funds');
  await reserve({ created_at: minute(9) });
  const waiting = (await measureWaiting(sql)).toSorted((a, b) =>
    `${a.coin} ${a.status}`.localeCompare(`${b.coin} ${b.status}`),
  );
  assert.deepEqual(
    waiting.map((row) => [row.coin, row.status, row.count, row.troubled, row.oldest_at, row.amount]),
    [
      ['BTC', 'COMPLETED', 1, 0, minute(0), 107n],
      ['BTC', 'RESERVED', 2, 1, minute(0), 200n],
      ['BTC', 'SIGNED', 1, 0, minute(0), 107n],
      ['LTC', 'SIGNED', 1, 0, minute(3), 101n],
    ],
  );
});

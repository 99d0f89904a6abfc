import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  insertState,
  lockStates,
  lockState,
  saveFault,
  saveOff,
  saveState,
  selectState,
  selectStates,
} from '../state/chain-state.store.ts';
import { countReviews, insertReviews, listDueReviews, postponeReviews, takeReviews } from './review.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const subject = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

beforeEach(async () => {
  await sql`delete from merchant.chain_reviews`;
  await sql`delete from merchant.chain_states`;
  for (const coin of ['LTC', 'BTC'] as const)
    await within((tx) =>
      insertState(tx, { coin, network: 'n', account: 'a', height: 10, hash: `${coin} 10`, nodeHeight: 10 }),
    );
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1)).join(' ');

/** Asserts that the rows of the other chain stay unchanged. */
async function changing<T>(table: string, work: (tx: Tx) => Promise<T>): Promise<{ given: T }> {
  const foreign = async () => (await readRows(sql, 'merchant', table)).filter((row) => row['coin'] === 'LTC');
  const were = await foreign();
  const given = await within(work);
  assert.deepEqual(await foreign(), were);
  return { given };
}

test('locks, changes and finds a chain’s state by its coin', async () => {
  assert.equal(
    await within((tx) =>
      insertState(tx, { coin: 'BTC', network: 'x', account: 'x', height: 1, hash: 'x', nodeHeight: 1 }),
    ),
    undefined,
  );
  assert.equal((await within((tx) => lockState(tx, 'BTC')))?.hash, 'BTC 10');
  assert.equal(await within((tx) => lockState(tx, 'ETH')), undefined);
  assert.deepEqual(
    (await selectStates(sql)).map(({ coin }) => coin),
    ['BTC', 'LTC'],
  );
  const locked = (work: (tx: Tx) => Promise<unknown>) => countLocked(sql, 'merchant', 'chain_states', work);
  assert.equal(await locked((tx) => lockState(tx, 'BTC')), 1);
  assert.equal(await locked((tx) => lockStates(tx, ['BTC', 'LTC'])), 2);
  assert.equal(await locked((tx) => lockStates(tx, ['BTC'])), 1);
  const change = {
    height: 11,
    hash: 'h',
    caughtUpAt: at(5),
    feeRate: 7n,
    nodeHeight: 12,
    finalHeight: null,
    fault: null,
    keepFault: false,
    balanceWalksDue: 1,
    balancesAfter: '',
  };
  const save = async (fields: Partial<typeof change> | object) => {
    await changing('chain_states', async (tx) => saveState(tx, 'BTC', { ...change, ...fields }));
    const state = await selectState(sql, 'BTC');
    return [state?.height, state?.fee_rate, state?.fault, state?.caught_up_at?.getTime()];
  };
  await save({ feeRate: null });
  assert.equal((await selectState(sql, 'BTC'))?.fee_rate_age_ms, null);
  assert.deepEqual(await save({}), [11n, 7n, null, at(5).getTime()]);
  assert.notEqual((await selectState(sql, 'BTC'))?.fee_rate_age_ms, null);
  assert.deepEqual(await save({ caughtUpAt: at(4), feeRate: null, fault: 'reorganising' }), [
    11n,
    7n,
    'reorganising',
    at(5).getTime(),
  ]);
  assert.deepEqual(await within((tx) => lockStates(tx, ['BTC', 'LTC'])), ['BTC']);
  assert.deepEqual((await save({ keepFault: true, caughtUpAt: null }))[2], 'reorganising');
  await sql`update merchant.chain_states set checked_at = clock_timestamp() - interval '1 hour'`;
  assert.equal(await saveOff(sql, 'BTC', 1000), false, 'in the middle of a reorganisation');
  await saveFault(sql, 'BTC', 'stuck');
  const { fault, stopped_by: stoppedBy } = (await selectState(sql, 'BTC')) ?? {};
  assert.deepEqual([fault, stoppedBy], ['reorganising', 'stuck']);
  assert.deepEqual((await save({ keepFault: false }))[2], null);
  await saveFault(sql, 'BTC', 'stuck');
  assert.deepEqual((await save({ keepFault: true }))[2], null, 'no other fault is kept');
  await sql`update merchant.chain_states set checked_at = clock_timestamp() - interval '1 hour'`;
  assert.deepEqual(
    [await saveOff(sql, 'BTC', 7_200_000), await saveOff(sql, 'BTC', 1000), await saveOff(sql, 'BTC', 1000)],
    [false, true, false],
  );
  const ltc = await selectState(sql, 'LTC');
  assert.deepEqual([ltc?.off_since, ltc?.fault], [null, null]);
});

test("lists each subject's review once, the longest waiting first, takes its duplicates together and postpones it", async () => {
  const review = (coin: CoinCode, digit: number, purpose: 'payment' | 'deposit' = 'payment') => ({
    coin,
    purpose,
    subjectId: subject(digit),
  });
  await within((tx) =>
    insertReviews(tx, [
      review('LTC', 1),
      review('BTC', 2),
      review('BTC', 1),
      review('BTC', 1),
      review('BTC', 1, 'deposit'),
      review('BTC', 3),
    ]),
  );
  const dueAt = (digit: number, seconds: number) => sql`
    update merchant.chain_reviews set due_at = clock_timestamp() + ${seconds}::int * interval '1 second'
    where subject_id = ${subject(digit)} and purpose = 'payment' and coin = 'BTC'`;
  await sql`update merchant.chain_reviews set due_at = clock_timestamp() - interval '1 minute'`;
  await dueAt(2, -3600);
  await dueAt(3, 3600);
  await dueAt(1, -1800);
  const due = async (limit = 9) =>
    (await listDueReviews(sql, 'BTC', limit))
      .map((row) => `${row.purpose} ${row.subjectId.slice(-1)} ${row.failedAttempts}`)
      .join();
  assert.equal(await due(), 'payment 2 0,payment 1 0,deposit 1 0');
  assert.equal(await due(1), 'payment 2 0');
  await postponeReviews(sql, review('BTC', 2), 3_600_000);
  assert.equal(await due(), 'payment 1 0,deposit 1 0');
  await postponeReviews(sql, review('BTC', 1), -1000);
  assert.equal(await due(), 'deposit 1 0,payment 1 1');
  const counted = async () =>
    sorted((await countReviews(sql)).map(({ coin, waiting }) => `${coin}${waiting}`));
  assert.equal(await counted(), 'BTC5 LTC1');
  await sql`update merchant.chain_states set fault = 'reorganising' where coin = 'BTC'`;
  assert.deepEqual([await due(), await within((tx) => takeReviews(tx, review('BTC', 1)))], ['', false]);
  await sql`update merchant.chain_states set fault = 'reorganising' where coin = 'LTC'`;
  await sql`update merchant.chain_states set fault = null where coin = 'BTC'`;
  const { given } = await changing('chain_reviews', (tx) => takeReviews(tx, review('BTC', 1)));
  assert.deepEqual([given, await counted()], [true, 'BTC3 LTC1']);
  assert.equal(await within((tx) => takeReviews(tx, review('BTC', 1))), false);
  await sql.begin(async (tx) => {
    await tx`select from merchant.chain_reviews where purpose = 'deposit' for update`;
    assert.equal(
      await within((other) => takeReviews(other, review('BTC', 1, 'deposit'))),
      false,
      'another takes it',
    );
  });
});

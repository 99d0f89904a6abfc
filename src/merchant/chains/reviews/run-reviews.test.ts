import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { chainContext, clearChains, type ChainContext } from '../../../../test/support/chain-context.ts';
import { playedChain } from '../../../../test/support/played-chain.ts';
import { until } from '../../../../test/support/process.ts';
import { newId } from '../../../platform/ids.ts';
import { queueReviews } from './queue-reviews.ts';
import { runReviews, type Reviewer } from './run-reviews.ts';

let testApp: TestApp;
let context: ChainContext;

before(async () => {
  // The pool has more connections than reviews run, so that it does not limit them.
  testApp = await openMerchantApp({ settings: { DATABASE_POOL: '12' } });
  context = chainContext(testApp, [playedChain()]);
});
after(() => testApp.close());
beforeEach(() => clearChains(testApp.sql));

const queue = (subjectId: string): Promise<void> =>
  testApp.sql.begin((tx) => queueReviews(tx, [{ coin: 'BTC', purpose: 'payout', subjectId }]));

const run = (payout: Reviewer<ChainContext>): Promise<boolean> => runReviews(context, { payout }, 'BTC');

const waiting = async (): Promise<string[]> => {
  const rows = await testApp.sql<{ subject_id: string }[]>`select subject_id from merchant.chain_reviews`;
  return rows.map((row) => row.subject_id);
};

test('reviews a subject once if it was queued several times', async () => {
  const subject = newId();
  for (let time = 0; time < 3; time++) await queue(subject);
  const reviewed: string[] = [];
  await run(async (_tx, _context, id) => void reviewed.push(id));
  assert.deepEqual(reviewed, [subject]);
  assert.deepEqual(await waiting(), []);
});

test('queues a subject once if it is named twice, and accepts an empty list', async () => {
  const review = { coin: 'BTC', purpose: 'payout', subjectId: newId() } as const;
  await testApp.sql.begin((tx) => queueReviews(tx, []));
  assert.deepEqual(await waiting(), []);
  await testApp.sql.begin((tx) => queueReviews(tx, [review, review]));
  assert.deepEqual(await waiting(), [review.subjectId]);
});

test('a failed review is rolled back, stays queued and does not delay others', async () => {
  const subjects = Array.from({ length: 9 }, () => newId());
  for (const subject of subjects) await queue(subject);
  const [bad = ''] = subjects;
  const reviewed: string[] = [];
  const review: Reviewer<ChainContext> = async (tx, _context, id) => {
    await tx`
      insert into merchant.chain_claims (coin, spend, transaction_id) values ('BTC', ${id}, 'written')`;
    if (id === bad) throw new Error('not now');
    reviewed.push(id);
  };
  await run(review);
  assert.deepEqual(reviewed.toSorted(), subjects.slice(1).toSorted());
  assert.deepEqual(await waiting(), [bad]);
  const claims = await testApp.sql<{ spend: string }[]>`
    select spend from merchant.chain_claims where spend = any(${subjects}::text[])`;
  assert.deepEqual(claims.map(({ spend }) => spend).toSorted(), subjects.slice(1).toSorted());
  await run(review);
  assert.equal(reviewed.length, 8, 'it waits before it is tried again');
  await testApp.sql`update merchant.chain_reviews set due_at = clock_timestamp()`;
  await run(review);
  const [row] = await testApp.sql`
    select failed_attempts, due_at > clock_timestamp() + interval '1 second' as later from merchant.chain_reviews`;
  assert.deepEqual({ ...row }, { failed_attempts: 2, later: true });
});

test('reviews a subject at once if it is queued again after its review failed', async () => {
  const subject = newId();
  await queue(subject);
  await run(async () => {
    throw new Error('not now');
  });
  await queue(subject);
  let times = 0;
  await run(async () => void (times += 1));
  assert.equal(times, 1);
  assert.deepEqual(await waiting(), []);
});

test('a subject queued during its review is reviewed again, and queueing does not wait', async () => {
  const subject = newId();
  await queue(subject);
  await run(async () => queue(subject));
  assert.deepEqual(await waiting(), [subject]);
});

test('runs at most four reviews at once, and two runners never review one subject at the same time', async () => {
  const subjects = Array.from({ length: 12 }, () => newId());
  for (const subject of subjects) await queue(subject);
  const underWay = new Set<string>();
  const done: string[] = [];
  let most = 0;
  let twice = 0;
  const review: Reviewer<ChainContext> = async (tx, _context, id) => {
    if (underWay.has(id)) twice += 1;
    underWay.add(id);
    most = Math.max(most, underWay.size);
    if (done.length === 0) await until(() => most >= 4, 'four at once');
    await tx`select pg_sleep(0.005)`;
    underWay.delete(id);
    done.push(id);
  };
  await run(review);
  assert.equal(most, 4);
  for (const subject of subjects) await queue(subject);
  await Promise.all([run(review), run(review)]);
  assert.equal(done.length, 24);
  assert.equal(twice, 0);
});

test('a round leaves further reviews for the next one', async () => {
  await testApp.sql`
    insert into merchant.chain_reviews (coin, purpose, subject_id)
    select 'BTC', 'payout', gen_random_uuid() from generate_series(1, 502)`;
  let times = 0;
  const count: Reviewer<ChainContext> = async () => void (times += 1);
  assert.equal(await run(count), true);
  assert.equal(await run(count), false);
  assert.equal(times, 502);
});

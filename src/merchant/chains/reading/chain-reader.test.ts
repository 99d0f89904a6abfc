import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import {
  chainContext,
  clearChains,
  storedTip,
  watch,
  type ChainContext,
} from '../../../../test/support/chain-context.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { pay, playedChain, PlayedNode, type PlayedChain } from '../../../../test/support/played-chain.ts';
import { until as untilWithin } from '../../../../test/support/process.ts';
import { createMetrics } from '../../../platform/telemetry/metrics.ts';
import { subjectChannel, type Reviewers } from '../reviews/run-reviews.ts';
import { getChainState } from '../state/get-chain-state.ts';
import { holdChains } from '../state/hold-chains.ts';
import { wakeChainReader } from '../wake-chain-reader.ts';
import type { ChainWork } from '../lead-chains.ts';
import { openChainReaders } from './chain-reader.ts';
import { listReadings } from './list-readings.ts';
import { chainChannel, readChain, ReaderMemory } from './read-chain.ts';

/** Generous, because other tests may keep the machine busy. */
const until = (condition: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(condition, what, 60_000);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let here: TestApp;
let there: TestApp;
let world: PlayedNode;
const opened: ChainWork[] = [];

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([openMerchantApp({ database }), openMerchantApp({ database })]);
});
beforeEach(async () => {
  await clearChains(here.sql);
  world = new PlayedNode();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((readers) => readers.close()));
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

/** Gives each process its own connection to the same chain, to count its requests. */
function lineTo(node: PlayedNode): PlayedChain {
  const line = Object.create(node) as PlayedNode;
  const own = { questions: 0 };
  const count =
    <A extends unknown[], T>(ask: (...args: A) => T) =>
    (...args: A): T => {
      own.questions += 1;
      return ask(...args);
    };
  Object.defineProperties(line, {
    questions: { get: () => own.questions },
    tip: { value: count(() => node.tip()) },
    findBlock: { value: count((height: number) => node.findBlock(height)) },
    listUnconfirmed: {
      value: count((...given: Parameters<PlayedNode['listUnconfirmed']>) => node.listUnconfirmed(...given)),
    },
    estimateFeeRate: { value: count(() => node.estimateFeeRate()) },
  });
  return playedChain('BTC', line);
}

function read(process: TestApp, chain: PlayedChain, reviewers: Reviewers<ChainContext> = {}): ChainWork {
  const context = { ...chainContext(process, [chain]), metrics: createMetrics(120_000) };
  const readers = openChainReaders(context, reviewers);
  opened.push(readers);
  readers.start();
  return readers;
}

const height = (): Promise<number> =>
  getChainState(here.sql, 'BTC').then(
    (state) => state.height,
    () => -1,
  );
const isRead = async (): Promise<boolean> => (await height()) === world.height;

const linesOf = (process: TestApp, text: string): string[] =>
  process.log.filter((line) => line.includes(text));

test('one of two processes reads a chain, and the other continues when it stops', async () => {
  const [chainHere, chainThere] = [lineTo(world), lineTo(world)];
  const first = read(here, chainHere);
  await until(isRead, 'the first block');
  read(there, chainThere);
  world.mineMany(3);
  await until(isRead, 'three blocks');
  assert.equal(chainThere.node.questions, 0);
  await first.close();
  const asked = chainHere.node.questions;
  world.mineMany(2);
  await until(isRead, 'the take-over');
  assert.equal(chainHere.node.questions, asked);
});

test("another reader takes over when the reader's database connection is cut", async () => {
  read(here, lineTo(world));
  await until(isRead, 'the first block');
  read(there, lineTo(world));
  const cut = await there.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'praca leader election' and datname = current_database()
      and pid in (select pid from pg_locks where locktype = 'advisory')`;
  assert.equal(cut.length, 1);
  world.mineMany(2);
  await until(isRead, 'the take-over');
});

test('an unavailable node delays reading without loss, with one log line at its start and one at its end', async () => {
  const subject = await watch(here.sql, { destination: 'btc/0/1' });
  read(here, lineTo(world));
  await until(isRead, 'the first block');
  const caughtUp = async () => (await getChainState(here.sql, 'BTC')).caughtUpAt?.getTime() ?? 0;
  const fault = async () => (await here.sql`select fault from merchant.chain_states`)[0]?.['fault'];
  const [gone, back] = ['the chain cannot be read', 'the chain is read again'];
  const [goneBefore, backBefore] = [linesOf(here, gone).length, linesOf(here, back).length];
  world.trouble = new Error('connection refused');
  await until(async () => (await fault()) === 'node_away', 'the fault');
  const stoppedAt = await caughtUp();
  const asked = world.questions;
  world.mine([pay('a', 'btc/0/1', 5n)]);
  await until(() => world.questions > asked + 3, 'some more attempts');
  assert.equal(await caughtUp(), stoppedAt);
  assert.equal(linesOf(here, gone).length, goneBefore + 1);
  world.trouble = undefined;
  await until(isRead, 'the missed block');
  await until(async () => (await fault()) === null, 'the end of the fault');
  assert.equal(linesOf(here, back).length, backBefore + 1);
  const [row] = await here.sql`select subject_id from merchant.chain_outputs`;
  assert.equal(row?.['subject_id'], subject);
});

test('a reorganisation deeper than the stored blocks stops the chain and alerts', async () => {
  read(here, lineTo(world));
  await until(isRead, 'the first block');
  world.mineMany(3);
  await until(isRead, 'more blocks');
  const stored = await storedTip(here.sql);
  world.unwind(world.blocks.length);
  world.mineMany(8);
  const metrics = createMetrics(120_000);
  const context = { ...chainContext(here, [playedChain('BTC', world)]), metrics };
  openChainReaders(context, {});
  await until(
    async () => (await metrics.registry.metrics()).includes('chain_stopped{coin="BTC"} 1'),
    'the alert',
  );
  assert.ok(linesOf(here, '"fault":"deep_reorganisation"').some((line) => line.includes('"level":"error"')));
  assert.deepEqual(await storedTip(here.sql), stored);
});

test('a chain that stops in the middle of a long reorganisation alerts, and nothing is concluded from it', async () => {
  const chain = playedChain('BTC', world);
  const metrics = createMetrics(120_000);
  const context = { ...chainContext(here, [chain]), metrics };
  await readChain(context, chain, new ReaderMemory());
  world.mine();
  await readChain(context, chain, new ReaderMemory());
  world.unwind(1);
  world.mineMany(250);
  assert.equal((await readChain(context, chain, new ReaderMemory())).complete, false);
  world.unwind(world.blocks.length);
  world.mineMany(8);
  const readers = openChainReaders(context, {});
  opened.push(readers);
  readers.start();
  const figures = async () => metrics.registry.metrics();
  await until(async () => (await figures()).includes('chain_stopped{coin="BTC"} 1'), 'the alert');
  assert.equal((await listReadings(here.sql))[0]?.fault, 'reorganising, deep_reorganisation');
  await assert.rejects(
    here.sql.begin((tx) => holdChains(tx, ['BTC'])),
    { code: 'node_unavailable' },
  );
});

test('a wake signal makes the reader read at once, before its interval ends', async () => {
  const chain = { ...playedChain('BTC', world), pollMs: 3_600_000 };
  const heard: string[] = [];
  const end = there.platform.signals.subscribe(chainChannel, (text) => void heard.push(text ?? ''));
  read(here, chain);
  await until(isRead, 'the first block');
  world.mine();
  wakeChainReader(there.platform.signals, 'BTC');
  await until(isRead, 'the next block');
  const told = JSON.stringify({ coin: 'BTC', height: world.height });
  await until(() => heard.includes(told), 'the signal');
  end();
});

test('reviews run after the step that queued them, also while the node is unavailable', async () => {
  const reviewed: string[] = [];
  const subject = await watch(here.sql, { destination: 'btc/0/1' });
  const heard: string[] = [];
  const end = there.platform.signals.subscribe(subjectChannel, (id) => void heard.push(id ?? ''));
  read(here, lineTo(world), { funds: async (_tx, _context, id) => void reviewed.push(id) });
  await until(isRead, 'the first block');
  world.mine([pay('a', 'btc/0/1', 5n)]);
  await until(() => reviewed.length === 1, 'the review');
  await until(() => heard.includes(subject), 'the signal');
  world.trouble = new Error('away');
  await here.sql`
    insert into merchant.chain_reviews (coin, purpose, subject_id) values ('BTC', 'funds', ${subject})`;
  await until(() => reviewed.length === 2, 'the second review');
  assert.deepEqual(reviewed, [subject, subject]);
  end();
});

test('exports metrics for each chain', async () => {
  world.mineMany(4);
  const metrics = createMetrics(120_000);
  const context = { ...chainContext(here, [playedChain('BTC', world)]), metrics };
  const readers = openChainReaders(context, {});
  opened.push(readers);
  readers.start();
  await until(isRead, 'the first block');
  await here.sql`
    insert into merchant.chain_reviews (coin, purpose, subject_id, due_at)
    values ('BTC', 'payout', gen_random_uuid(), 'infinity')`;
  await readers.close();
  await here.sql`update merchant.chain_states set node_height = height + 7`;
  const text = await metrics.registry.metrics();
  assert.ok(text.includes(`chain_height{coin="BTC"} ${world.height}`));
  assert.ok(text.includes('chain_reviews_waiting{coin="BTC"} 1'));
  assert.match(text, /chain_unread_blocks\{coin="BTC"\} 7$/m);
  assert.match(text, /chain_age_seconds\{coin="BTC"\} \d/);
  assert.ok(text.includes('chain_stopped{coin="BTC"} 0'));
});

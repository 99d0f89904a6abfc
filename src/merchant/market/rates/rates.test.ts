import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import type { ProblemError } from '../../../platform/problem.ts';
import { createMetrics } from '../../../platform/telemetry/metrics.ts';
import { pairCodes } from '../../assets/asset.rules.ts';
import type { Quote } from './book.rules.ts';
import { openRates, type Rates } from './rates.ts';
import type { Venue } from './venues/venue.ts';

const terms = { spreadBps: 0, agreementBps: 50, minVenues: 1, jumpBps: 1_000_000 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let here: TestApp;
let there: TestApp;
const opened: Rates[] = [];

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([openMerchantApp({ database }), openMerchantApp({ database })]);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((rates) => rates.close()));
  await here.sql`truncate merchant.rate_books, merchant.rate_history`;
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

/** A venue with prices set by the test, sent while there is a listener. */
class PlayedVenue implements Venue {
  readonly name: string;
  readonly listeners = new Set<(quotes: readonly Quote[]) => void>();

  constructor(name: string) {
    this.name = name;
  }

  listen(report: (quotes: readonly Quote[]) => void) {
    this.listeners.add(report);
    return async () => void this.listeners.delete(report);
  }

  say(euros: number): void {
    const quotes = pairCodes.map((pair) => ({
      pair,
      bid: BigInt(euros - 1) * 10n ** 8n,
      ask: BigInt(euros + 1) * 10n ** 8n,
    }));
    for (const report of this.listeners) report(quotes);
  }
}

async function open(process: TestApp, venues: readonly Venue[]): Promise<Rates> {
  const rates = await openRates(
    { ...process.platform, metrics: createMetrics(120_000) },
    { ...terms, venues },
  );
  opened.push(rates);
  return rates;
}

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 240_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition());) {
    assert.ok(Date.now() < deadline, 'it did not happen in time');
    await sleep(20);
  }
}

const unavailable = (error: ProblemError): boolean =>
  error.code === 'rate_unavailable' && error.status === 503 && error.headers['retry-after'] === '2';

const buyPrice = (rates: Rates): number | undefined => {
  try {
    return Number(rates.get('BTCEUR').buy) / 1e8;
  } catch {
    return undefined;
  }
};

test('one process polls the venues, and all have the prices', async () => {
  const [venueHere, venueThere] = [new PlayedVenue('a'), new PlayedVenue('a')];
  const first = await open(here, [venueHere]);
  const second = await open(there, [venueThere]);
  first.start();
  await until(() => venueHere.listeners.size === 1);
  second.start();
  venueHere.say(100);
  await until(() => buyPrice(second) === 101);
  assert.equal(buyPrice(first), 101);
  await sleep(1200);
  assert.deepEqual([venueHere.listeners.size, venueThere.listeners.size], [1, 0]);
  venueHere.say(200);
  await until(() => buyPrice(second) === 201);
  assert.equal(second.bestForWithdraw('XRPEUR'), 201n * 10n ** 8n);
  assert.equal(second.bestForDeposit('XRPEUR'), 199n * 10n ** 8n);
});

test('when the polling process stops, another takes over', async () => {
  const [venueHere, venueThere] = [new PlayedVenue('a'), new PlayedVenue('a')];
  const first = await open(here, [venueHere]);
  const second = await open(there, [venueThere]);
  first.start();
  await until(() => venueHere.listeners.size === 1);
  second.start();
  await first.close();
  assert.equal(venueHere.listeners.size, 0);
  await until(() => venueThere.listeners.size === 1);
  venueThere.say(300);
  assert.equal(buyPrice(second), 301);
});

test('a process cut off from the database stops polling, and another takes over', async () => {
  const [venueHere, venueThere] = [new PlayedVenue('a'), new PlayedVenue('a')];
  const first = await open(here, [venueHere]);
  const second = await open(there, [venueThere]);
  first.start();
  await until(() => venueHere.listeners.size === 1);
  second.start();
  const [cut] = await there.sql`
    select pg_terminate_backend(pid) as done from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
  assert.equal(cut?.['done'], true);
  await until(() => venueHere.listeners.size === 0);
  await until(() => venueHere.listeners.size + venueThere.listeners.size === 1);
});

test('a new process has the prices at once, with their original times', async () => {
  const venue = new PlayedVenue('a');
  const first = await open(here, [venue]);
  first.start();
  await until(() => venue.listeners.size === 1);
  venue.say(100);
  await until(async () => (await here.sql`select 1 from merchant.rate_books`).length === 5);
  const second = await open(there, []);
  assert.equal(buyPrice(second), 101);
});

test('books are read from the database after lost notifications', async () => {
  const venue = new PlayedVenue('a');
  const first = await open(here, [venue]);
  let handler: ((text: string | undefined) => void) | undefined;
  const deaf = {
    ...there.platform.signals,
    subscribe(_channel: string, given: typeof handler) {
      handler = given;
      return () => {};
    },
  };
  const second = await openRates(
    { ...there.platform, metrics: createMetrics(120_000), signals: deaf },
    { ...terms, venues: [] },
  );
  opened.push(second);
  first.start();
  await until(() => venue.listeners.size === 1);
  venue.say(100);
  await until(async () => (await here.sql`select 1 from merchant.rate_books`).length === 5);
  assert.equal(buyPrice(second), undefined);
  handler?.(undefined);
  await until(() => buyPrice(second) === 101);
});

test('when every venue is silent, there is no price after thirty seconds, instead of an old one', async () => {
  const venue = new PlayedVenue('a');
  const rates = await open(here, [venue]);
  assert.throws(() => rates.get('BTCEUR'), unavailable);
  rates.start();
  await until(() => venue.listeners.size === 1);
  venue.say(100);
  here.clock.offsetMs += 29_000;
  assert.equal(buyPrice(rates), 101);
  here.clock.offsetMs += 1500;
  for (const ask of [rates.get, rates.bestForWithdraw, rates.bestForDeposit]) {
    assert.throws(() => ask('BTCEUR'), unavailable);
  }
  venue.say(100);
  assert.equal(buyPrice(rates), 101);
});

test('a venue that repeats itself while the others change is ignored, also after a change of leader', async () => {
  const venues = ['a', 'b', 'c'].map((name) => new PlayedVenue(name));
  const say = (prices: readonly number[]): void =>
    venues.forEach((venue, index) => venue.say(prices[index] ?? 0));
  const first = await open(here, venues);
  first.start();
  await until(() => venues[0]?.listeners.size === 1);
  say([1000, 1001, 999]);
  assert.equal(first.get('BTCEUR').books, 3);
  for (let step = 1; step <= 4; step++) {
    here.clock.offsetMs += 10_000;
    there.clock.offsetMs = here.clock.offsetMs;
    say([1000, 1001 + step, 999 + step]);
  }
  assert.equal(first.get('BTCEUR').books, 2);
  await until(async () => {
    const [row] = await here.sql`select bid from merchant.rate_books where venue = 'b' and pair = 'BTCEUR'`;
    return row?.['bid'] === 1004n * 10n ** 8n;
  });
  await first.close();
  const second = await open(there, venues);
  second.start();
  await until(() => venues[0]?.listeners.size === 1);
  say([1000, 1007, 1005]);
  assert.equal(second.get('BTCEUR').books, 2);
});

/** Sends a price twice: when the second is stored, the first round is complete. */
async function sayForATurn(venue: PlayedVenue, price: number): Promise<void> {
  for (let times = 0; times < 2; times++) {
    here.clock.offsetMs += 1;
    const at = here.clock.now();
    venue.say(price);
    await until(async () => {
      const books = await here.sql`
        select 1 from merchant.rate_books where pair = 'BTCEUR' and venue = ${venue.name} and received_at = ${at}`;
      return books.length === 1;
    });
  }
}

test('the history has one candle per minute, and parts of a minute are merged', async (t) => {
  const venue = new PlayedVenue('a');
  // The clock is stopped at the start of a minute.
  const standsMs = Math.ceil(here.clock.nowMs() / 60_000) * 60_000 - here.clock.offsetMs;
  t.mock.method(here.clock, 'nowMs', () => standsMs + here.clock.offsetMs);
  const minute = here.clock.now();
  const first = await open(here, [venue]);
  first.start();
  await until(() => venue.listeners.size === 1);
  for (const price of [100, 130, 90]) await sayForATurn(venue, price);
  await first.close();
  const second = await open(here, [venue]);
  second.start();
  await until(() => venue.listeners.size === 1);
  await sayForATurn(venue, 110);
  here.clock.offsetMs += 60_000;
  venue.say(120);
  const read = () => here.sql`
    select open, high, low, close, seconds from merchant.rate_history
    where pair = 'BTCEUR' and starts_at = ${minute} and close = 11000000000`;
  await until(async () => (await read()).length === 1);
  assert.deepEqual(
    { ...(await read())[0] },
    {
      open: 100n * 10n ** 8n,
      high: 130n * 10n ** 8n,
      low: 90n * 10n ** 8n,
      close: 110n * 10n ** 8n,
      seconds: 60,
    },
  );
});

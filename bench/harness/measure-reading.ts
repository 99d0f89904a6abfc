import { systemClock as clock } from '../../src/platform/clock.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import type { Chain } from '../../src/merchant/chains/chain.ts';
import { ReaderMemory, readChain } from '../../src/merchant/chains/reading/read-chain.ts';
import type { Measurement } from '../scenario.ts';
import { median } from './latencies.ts';
import type { Stage } from './stage.ts';

export const watchedSizes = [1000, 100_000, 1_000_000] as const;

/** Simulated chain that generates blocks on demand. */
export interface PlayedReading {
  readonly chain: Chain;
  /** Creates the next block, which pays some of this many watched addresses. */
  mine(watched: number): void;
  /** Inserts rows of `chain_addresses` with the numbers from `from` to below `below`. */
  watch(sql: Sql, from: number, below: number): Promise<void>;
  close?(): Promise<void>;
}

export interface ReadingPlan {
  readonly warmUp: number;
  readonly measured: number;
  /** Number of first reads of each size that the median leaves out, because the new rows are not cached yet. */
  readonly cold: number;
  /** What a read covers, for the progress line. */
  readonly what: string;
}

/** Milliseconds per block, by number of watched addresses. */
export type ReadingTimes = ReadonlyMap<number, number>;

export async function measureReading(
  stage: Stage,
  { warmUp, measured, cold, what }: ReadingPlan,
  open: () => Promise<PlayedReading> | PlayedReading,
): Promise<ReadingTimes> {
  // Without the merchant service no other process reads the chain of this database.
  const praca = await stage.startPraca({ SERVICES: 'accounts' });
  const sql = openDatabase({
    connection: praca.connection,
    poolSize: 4,
    applicationName: 'praca bench',
    statementTimeoutMs: 0,
  });
  const played = await open();
  const memory = new ReaderMemory();
  const log = createLogger({ level: 'silent', pretty: false });
  const signals = { publish: () => {}, subscribe: () => () => {}, close: async () => {} };
  const settings = { SCREENING_URL: '', SCREENING_MARKS: false };
  const readNext = async (watched: number): Promise<number> => {
    played.mine(watched);
    const startedMs = performance.now();
    await readChain({ sql, clock, signals, log, settings }, played.chain, memory);
    return performance.now() - startedMs;
  };
  const times = new Map<number, number>();
  try {
    // Warms up plans, caches and compiled code.
    for (let turn = 0; turn < warmUp; turn++) await readNext(watchedSizes[0]);
    let watched = 0;
    for (const size of watchedSizes) {
      await played.watch(sql, watched, size);
      await sql`vacuum analyze merchant.chain_addresses`;
      await sql`checkpoint`;
      watched = size;
      const taken: number[] = [];
      for (let turn = 0; turn < measured; turn++) taken.push(await readNext(size));
      times.set(size, median(taken.slice(cold)));
      console.log(`    ${size.toLocaleString('en')} watched: ${times.get(size)?.toFixed(1)} ms for ${what}`);
    }
    return times;
  } finally {
    await played.close?.();
    await sql.end();
    await praca.stop();
  }
}

/** Runs a measurement once and shares it between all figures derived from it. */
export function measuredOnce<T>(measure: (stage: Stage) => Promise<T>): (stage: Stage) => Promise<T> {
  let table: Promise<T> | undefined;
  return (stage) => (table ??= measure(stage));
}

/** Returns the rate per second with 100 000 watched addresses. */
export const readingRate = (
  given: { readonly name: string; readonly what: string; readonly unit: string; readonly atLeast: number },
  read: (stage: Stage) => Promise<ReadingTimes>,
): Measurement => ({
  name: given.name,
  what: given.what,
  async measure(stage) {
    const times = await read(stage);
    return { value: 1000 / (times.get(100_000) ?? Number.NaN), unit: given.unit, atLeast: given.atLeast };
  },
});

/** Returns the time with 1 000 000 watched addresses as a multiple of that with fewer. */
export const readingAtSize = (
  given: { readonly name: string; readonly what: string; readonly of: number },
  read: (stage: Stage) => Promise<ReadingTimes>,
): Measurement => ({
  name: given.name,
  what: given.what,
  async measure(stage) {
    const times = await read(stage);
    const value = (times.get(1_000_000) ?? Number.NaN) / (times.get(given.of) ?? Number.NaN);
    return { value, unit: '×', atMost: 1.5 };
  },
});

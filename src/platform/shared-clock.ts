import type { MovableClock } from './clock.ts';
import { bringJobsForward } from './jobs/jobs.ts';
import type { PlatformDatabase } from './platform.ts';
import type { Sql } from './postgres/client/database.ts';
import { transaction, type Beside } from './postgres/client/transaction.ts';
import type { Logger } from './telemetry/logger.ts';
import { createOutage } from './telemetry/outage.ts';

const channel = 'clock';

type ClockDatabase = Pick<PlatformDatabase, 'sql' | 'signals'>;

/** Home says where the clock is; each of the others, how far its own jobs were brought forward. */
export interface ClockDatabases {
  readonly home: ClockDatabase;
  readonly databases: readonly ClockDatabase[];
}

const othersThan = ({ home, databases }: ClockDatabases): readonly ClockDatabase[] =>
  databases.filter((database) => database !== home);

/** Keeps this process's clock where the home database says the sandbox's clock is. */
export async function followClock(at: ClockDatabases, clock: MovableClock, log: Logger): Promise<void> {
  const load = async (): Promise<void> => {
    const [row] = await at.home.sql<{ offset_ms: bigint }[]>`select offset_ms from platform.clock`;
    const offsetMs = Number(row?.offset_ms ?? 0n);
    clock.moveTo(offsetMs);
    // One that was away when the clock was moved comes after it here.
    for (const { sql } of othersThan(at)) await catchUp(sql, offsetMs);
  };
  await load();
  const outage = createOutage(log, 'reading the clock');
  for (const { signals } of [at.home, ...othersThan(at)])
    signals.subscribe(channel, () => void outage.watch(load));
}

/** Time only moves forward: what has expired stays so. */
export async function advanceClock(
  at: ClockDatabases,
  clock: MovableClock,
  seconds: number,
  recorded?: Beside,
): Promise<void> {
  const milliseconds = Math.round(seconds * 1000);
  const offset = await transaction(at.home.sql, async (tx) => {
    const [row] = await tx<{ offset_ms: bigint }[]>`
      update platform.clock set offset_ms = offset_ms + ${milliseconds} returning offset_ms`;
    await bringJobsForward(tx, milliseconds);
    await recorded?.(tx);
    return Number(row?.offset_ms ?? 0n);
  });
  // Where one is away, the clock is moved all the same: its jobs follow when it is heard of again.
  await Promise.allSettled(othersThan(at).map(({ sql }) => catchUp(sql, offset)));
  clock.moveTo(Math.max(clock.offsetMs, offset));
  at.home.signals.publish(channel);
}

/** Once for all processes, however many of them see it: the row says what was done. */
async function catchUp(sql: Sql, offsetMs: number): Promise<void> {
  await transaction(sql, async (tx) => {
    const [row] = await tx<{ offset_ms: bigint }[]>`select offset_ms from platform.clock for update`;
    const behindMs = offsetMs - Number(row?.offset_ms ?? 0n);
    if (behindMs <= 0) return;
    await bringJobsForward(tx, behindMs);
    await tx`update platform.clock set offset_ms = ${offsetMs}`;
  });
}

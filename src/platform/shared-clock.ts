import type { MovableClock } from './clock.ts';
import { bringJobsForward } from './jobs/jobs.ts';
import type { PlatformDatabase } from './platform.ts';
import type { Sql } from './postgres/client/database.ts';
import { transaction, type Beside } from './postgres/client/transaction.ts';
import type { Logger } from './telemetry/logger.ts';
import { createOutage } from './telemetry/outage.ts';

const channel = 'clock';

type ClockDatabase = Pick<PlatformDatabase, 'sql' | 'signals'>;

/** The home database stores the clock. Each of the others stores how far its own jobs have been moved. */
export interface ClockDatabases {
  readonly home: ClockDatabase;
  readonly databases: readonly ClockDatabase[];
}

const othersThan = ({ home, databases }: ClockDatabases): readonly ClockDatabase[] =>
  databases.filter((database) => database !== home);

/** Keeps the clock of this process in step with the home database. */
export async function followClock(at: ClockDatabases, clock: MovableClock, log: Logger): Promise<void> {
  const load = async (): Promise<void> => {
    const [row] = await at.home.sql<{ offset_ms: bigint }[]>`select offset_ms from platform.clock`;
    const offsetMs = Number(row?.offset_ms ?? 0n);
    clock.moveTo(offsetMs);
    // A database that was unavailable when the clock was moved catches up here.
    for (const { sql } of othersThan(at)) await catchUp(sql, offsetMs);
  };
  await load();
  const outage = createOutage(log, 'reading the clock');
  for (const { signals } of [at.home, ...othersThan(at)])
    signals.subscribe(channel, () => void outage.watch(load));
}

/** Moves the clock forward. It never moves back, so that expired things stay expired. */
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
  // If a database is unavailable, the clock is moved anyway. Its jobs follow when it is back.
  await Promise.allSettled(othersThan(at).map(({ sql }) => catchUp(sql, offset)));
  clock.moveTo(Math.max(clock.offsetMs, offset));
  at.home.signals.publish(channel);
}

/** Moves the jobs of a database once across all processes. The row records how far they have been moved. */
async function catchUp(sql: Sql, offsetMs: number): Promise<void> {
  await transaction(sql, async (tx) => {
    const [row] = await tx<{ offset_ms: bigint }[]>`select offset_ms from platform.clock for update`;
    const behindMs = offsetMs - Number(row?.offset_ms ?? 0n);
    if (behindMs <= 0) return;
    await bringJobsForward(tx, behindMs);
    await tx`update platform.clock set offset_ms = ${offsetMs}`;
  });
}

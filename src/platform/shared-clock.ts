import type { MovableClock } from './clock.ts';
import { bringJobsForward } from './jobs/jobs.ts';
import type { Signals } from './signals/signals.ts';
import type { Logger } from './telemetry/logger.ts';
import { createOutage } from './telemetry/outage.ts';
import type { Sql } from './postgres/client/database.ts';
import { transaction, type Beside } from './postgres/client/transaction.ts';

const channel = 'clock';

/** Keeps this process's clock where the database says the sandbox's clock is. */
export async function followClock(
  sql: Sql,
  clock: MovableClock,
  signals: Signals,
  log: Logger,
): Promise<void> {
  const load = async (): Promise<void> => {
    const [row] = await sql<{ offset_ms: bigint }[]>`select offset_ms from platform.clock`;
    clock.offsetMs = Number(row?.offset_ms ?? 0n);
  };
  await load();
  const outage = createOutage(log, 'reading the clock');
  signals.subscribe(channel, () => void outage.watch(load));
}

/** Time only moves forward: what has expired stays so. */
export async function advanceClock(
  sql: Sql,
  clock: MovableClock,
  signals: Signals,
  seconds: number,
  recorded?: Beside,
): Promise<void> {
  const milliseconds = Math.round(seconds * 1000);
  const offset = await transaction(sql, async (tx) => {
    const [row] = await tx<{ offset_ms: bigint }[]>`
      update platform.clock set offset_ms = offset_ms + ${milliseconds} returning offset_ms`;
    await bringJobsForward(tx, milliseconds);
    await recorded?.(tx);
    return Number(row?.offset_ms ?? 0n);
  });
  clock.offsetMs = Math.max(clock.offsetMs, offset);
  signals.publish(channel);
}

import { firstIdAt } from '../../../platform/ids.ts';
import { readTurnover, totalOf } from '../../books/turnover/turnover.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { countBetween, type DayCounts } from './task.store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

export interface DayFigures extends DayCounts {
  /** Turnover in cents. */
  readonly euros: bigint;
}

export interface Today {
  readonly today: DayFigures;
  /** The same weekday of last week, up to `until`. */
  readonly before: DayFigures;
  /** End of the compared part of that day: the next full hour after the same time, because turnover is summed by hour. */
  readonly until: Date;
}

/** Reads the figures since midnight UTC, and those of the same weekday a week ago up to the same hour. */
export async function readToday(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<Today> {
  const nowMs = context.clock.nowMs();
  const startMs = nowMs - (nowMs % dayMs);
  const untilMs = (Math.floor(nowMs / hourMs) + 1) * hourMs - weekMs;
  const [today, before] = await Promise.all([
    readFigures(context, startMs, startMs + dayMs),
    readFigures(context, startMs - weekMs, untilMs),
  ]);
  return { today, before, until: new Date(untilMs) };
}

async function readFigures(
  context: Pick<MerchantContext, 'sql'>,
  fromMs: number,
  toMs: number,
): Promise<DayFigures> {
  const [counts, turnover] = await Promise.all([
    countBetween(context.sql, { least: firstIdAt(fromMs), below: firstIdAt(toMs) }),
    readTurnover(context, { pspId: undefined, from: new Date(fromMs), to: new Date(toMs) }),
  ]);
  return { ...counts, euros: totalOf(turnover) };
}

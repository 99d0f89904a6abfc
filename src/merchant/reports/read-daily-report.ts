import { idRange } from '../../platform/postgres/paging.ts';
import { invalidField } from '../../platform/problem.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { daysBetween, formatDay, mostDays, nextDay, parseDay } from './report.rules.ts';
import { sumDays, type DailyRow } from './report.store.ts';

export interface ReportInput {
  readonly pspId: number;
  /** Days as they are written; the last one is part of it. Today where nothing is said. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * Whole days: a page ends with a day, so that the next one need only sum up those that follow. A page has more rows than
 * were asked for only where one day has.
 */
export async function readDailyReport(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  { pspId, limit, ...asked }: ReportInput,
): Promise<{ rows: DailyRow[]; next: string | undefined }> {
  const today = formatDay(context.clock.now());
  const last = readDay('to', asked.to ?? today);
  const first = readDay('from', asked.from ?? formatDay(last));
  if (first > last) throw invalidField('from', 'too_large', 'must not be after to');
  if (daysBetween(first, last) >= mostDays) {
    throw invalidField('from', 'too_small', `must be less than ${mostDays} days before to`);
  }
  const from = asked.cursor === undefined ? first : readDay('cursor', asked.cursor);
  const to = nextDay(last);
  const { least, below } = idRange({ from, to }, undefined);
  const rows = await sumDays(context.sql.reading, { pspId, from, to, least, below });
  return cutAtDay(rows, limit);
}

function cutAtDay(rows: DailyRow[], limit: number): { rows: DailyRow[]; next: string | undefined } {
  const cut = rows[limit]?.day;
  if (cut === undefined) return { rows, next: undefined };
  const whole = rows.filter((row) => row.day < cut);
  const taken = whole.length > 0 ? whole : rows.filter((row) => row.day === cut);
  return { rows: taken, next: rows[taken.length]?.day };
}

function readDay(field: string, text: string): Date {
  const day = parseDay(text);
  if (!day) throw invalidField(field, 'malformed', 'must be a day, such as 2027-03-01');
  return day;
}

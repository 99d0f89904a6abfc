import { idRange } from '../../../platform/postgres/paging.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { addDays, daysBetween, formatDay, mostDays, parseDay } from './report.rules.ts';
import { sumDays, type DailyRow } from './report.store.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export interface ReportInput {
  readonly pspId: number;
  /** Days such as 2027-03-01, the last one included. The default is today. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * Returns a page of whole days, so that the next page sums up only the following days. A page exceeds the limit only if
 * a single day does.
 */
export async function readDailyReport(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  { pspId, limit, ...asked }: ReportInput,
): Promise<{ rows: DailyRow[]; next: string | undefined }> {
  const { from, end: to } = readDays(context, asked);
  const { least, below } = idRange({ from, to }, undefined);
  const rows = await sumDays(context.sql.reading, { pspId, from, to, least, below });
  return cutAtDay(rows, limit);
}

/** Returns the start of the page and the end of the last day. */
export function readDays(
  context: Pick<MerchantContext, 'clock'>,
  asked: Pick<ReportInput, 'from' | 'to' | 'cursor'>,
): { from: Date; end: Date } {
  const today = formatDay(context.clock.now());
  const last = readDay('to', asked.to ?? today);
  const first = readDay('from', asked.from ?? formatDay(last));
  if (first > last) throw invalidField('from', 'too_large', fieldWords.notAfterTo);
  if (daysBetween(first, last) >= mostDays) {
    throw invalidField('from', 'too_small', merchantWords.lessThanDaysBefore, { days: mostDays });
  }
  const from = asked.cursor === undefined ? first : readDay('cursor', asked.cursor);
  if (from < first || from > last) throw invalidField('cursor', 'malformed', merchantWords.cursorOfLink);
  return { from, end: addDays(last, 1) };
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
  if (!day) throw invalidField(field, 'malformed', merchantWords.day);
  return day;
}

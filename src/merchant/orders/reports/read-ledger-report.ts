import { assetCodes } from '../../assets/asset.rules.ts';
import { readDaySums } from '../../books/sum-statement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { layOutDays, type LedgerDay } from './ledger-report.rules.ts';
import { readDays, type ReportInput } from './read-daily-report.ts';
import { addDays, daysBetween, formatDay } from './report.rules.ts';

/**
 * Returns the bookings of each day by the statement's times, so that a past day does not change. A page has only as
 * many whole days as surely fit, so that no request sums up more of the ledger than one page.
 */
export async function readLedgerReport(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  { pspId, limit, ...asked }: ReportInput,
): Promise<{ rows: LedgerDay[]; next: string | undefined }> {
  const { from, end } = readDays(context, asked);
  const begun = Math.floor(daysBetween(from, context.clock.now())) + 1;
  const whole = Math.min(daysBetween(from, end), begun);
  const count = Math.min(whole, Math.max(1, Math.floor(limit / assetCodes.length)));
  if (count <= 0) return { rows: [], next: undefined };
  const to = addDays(from, count);
  const days = Array.from({ length: count }, (_, index) => formatDay(addDays(from, index)));
  const rows = layOutDays({ days, ...(await readDaySums(context, { pspId, from, to })) });
  return { rows, next: count < whole ? formatDay(to) : undefined };
}

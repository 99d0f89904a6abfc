import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { foldTurnoverChanges, sumTurnover, type TurnoverFilter, type TurnoverRow } from './turnover.store.ts';

export type { TurnoverRow };

/**
 * Returns the turnover: euros credited for payments, less reversals and refunds, by the time of booking. All pages take
 * it from here, so that staff and merchants see the same figure.
 */
export const readTurnover = (
  { sql }: Pick<MerchantContext, 'sql'>,
  filter: TurnoverFilter,
): Promise<TurnoverRow[]> => sumTurnover(sql, filter);

export const totalOf = (rows: readonly Pick<TurnoverRow, 'euro_amount'>[]): bigint =>
  rows.reduce((total, row) => total + row.euro_amount, 0n);

/** Adds pending changes to the hourly totals, which keeps reads fast. */
export async function foldTurnover({ sql }: Pick<MerchantContext, 'sql'>): Promise<void> {
  await inBatches((limit) => foldTurnoverChanges(sql, limit));
}

import { idRange, takePage, type Page, type Period } from '../../../platform/postgres/paging.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { listPayments, type ListedPayment, type PaymentFilter } from './payment-list.store.ts';

export interface PaymentSearch extends PaymentFilter, Period {
  readonly cursor: string | undefined;
  readonly limit: number;
}

export async function findPayments(
  context: Pick<MerchantContext, 'sql'>,
  { from, to, cursor, limit, ...filter }: PaymentSearch,
): Promise<Page<ListedPayment>> {
  const rows = await listPayments(context.sql.reading, filter, idRange({ from, to }, cursor), limit + 1);
  return takePage(rows, limit, (last) => last.id);
}

import { takePage, type Page } from '../../../platform/postgres/paging.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findPayments, type PaymentSearch } from './list-payments.ts';
import {
  listIdsByDestination,
  listIdsByTransaction,
  type ListedPayment,
  type PaymentFilter,
} from './payment-list.store.ts';
import { readNeedle, type Needle } from './search.rules.ts';

/** Limit of payments per transaction. Longer results are not useful to read. */
const mostOfTransaction = 500;

/**
 * Finds payments by a text that may be a reference, a customer, an amount, an address or a transaction. Each meaning is
 * a separate list with its own index. A page contains the newest payments of all lists.
 */
export async function searchPayments(
  context: Pick<MerchantContext, 'sql' | 'chains'>,
  { text, ...search }: PaymentSearch & { readonly text: string },
): Promise<Page<ListedPayment>> {
  const needle = readNeedle(text);
  if (!needle) return text.trim() === '' ? findPayments(context, search) : { items: [], next: undefined };
  const ids = await findIds(context, search.pspId, needle);
  const ways: Partial<PaymentFilter>[] = [
    { reference: needle.text },
    { customerReferenceId: needle.text },
    ...(needle.cents === undefined ? [] : [{ euroAmount: needle.cents }]),
    ...(needle.emailAddress === undefined ? [] : [{ customerEmailAddress: needle.emailAddress }]),
    ...(ids.length === 0 ? [] : [{ ids }]),
  ];
  // In parallel: each query takes one round trip on its own connection.
  const pages = await Promise.all(
    ways.map((way) => findPayments(context, { ...search, ...way, limit: search.limit + 1 })),
  );
  const found = new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item]));
  const newestFirst = [...found.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return takePage(newestFirst, search.limit, (last) => last.id);
}

async function findIds(
  { sql, chains }: Pick<MerchantContext, 'sql' | 'chains'>,
  pspId: number,
  { paymentId, transactionIds, address }: Needle,
): Promise<string[]> {
  const destinations =
    address === undefined
      ? []
      : chains.all.flatMap((chain) => {
          const parsed = chain.addresses.parse(address, null);
          return 'fault' in parsed ? [] : [{ coin: chain.coin, destination: parsed.address.destination }];
        });
  const [byAddress, byTransaction] = await Promise.all([
    destinations.length === 0 ? [] : listIdsByDestination(sql.reading, pspId, destinations),
    transactionIds.length === 0
      ? []
      : listIdsByTransaction(sql.reading, pspId, chains.codes, transactionIds, mostOfTransaction),
  ]);
  const found = [...byAddress, ...byTransaction].map(({ id }) => id);
  return [...(paymentId === undefined ? [] : [paymentId]), ...new Set(found)];
}

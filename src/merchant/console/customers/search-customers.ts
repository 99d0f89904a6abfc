import { isId } from '../../../platform/ids.ts';
import { getCustomer, getCustomers, type Customer } from '../../customer-data/read-customers.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findOwner } from './customer-search.store.ts';

type Context = Pick<MerchantContext, 'sql' | 'chains'>;
export type ListedCustomer = Customer['details'];

const mostFound = 50;

/** By the reference or its beginning, or by the id or address of something of the customer's. */
export async function searchCustomers(
  context: Context,
  pspId: number,
  text: string,
): Promise<ListedCustomer[]> {
  const destinations = context.chains.all.flatMap(({ addresses }) => {
    const parsed = addresses.parse(text, null);
    return 'address' in parsed ? [parsed.address.destination] : [];
  });
  const owner = await findOwner(context.sql, pspId, {
    id: isId(text) ? text.toLowerCase() : null,
    destinations,
    coins: context.chains.codes,
  });
  const exact = await getCustomer(context, pspId, owner ?? text).catch(() => undefined);
  if (owner !== undefined) return exact ? [exact.details] : [];
  const { items } = await getCustomers(context, { pspId, after: text, limit: mostFound });
  const similar = items.filter(({ customer_reference_id: reference }) => reference.startsWith(text));
  return [...(exact ? [exact.details] : []), ...similar];
}

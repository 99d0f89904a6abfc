import { isId } from '../../../platform/ids.ts';
import {
  getCustomer,
  getCustomers,
  getNamedCustomers,
  type Customer,
} from '../../customers/personal-data/read-customers.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readNeedle } from '../../payments/listing/search.rules.ts';
import { findOwner, findReferencesByEmail } from './customer-search.store.ts';

type Context = Pick<MerchantContext, 'sql' | 'chains'>;
export type ListedCustomer = Customer['details'];

const mostFound = 50;
/** Limit of payments that are read for one e-mail address, newest first. */
const mostPayments = 500;

/**
 * Finds customers by reference or its beginning, by e-mail address, or by the id of an order or payment or a deposit
 * address.
 */
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
  const found = [...(exact ? [exact.details] : []), ...similar, ...(await findByEmail(context, pspId, text))];
  return [...new Map(found.map((customer) => [customer.customer_reference_id, customer])).values()];
}

async function findByEmail(context: Context, pspId: number, text: string): Promise<ListedCustomer[]> {
  const address = readNeedle(text)?.emailAddress;
  if (address === undefined) return [];
  const limits = { payments: mostPayments, references: mostFound };
  const references = await findReferencesByEmail(context.sql, pspId, address, limits);
  return getNamedCustomers(context, pspId, references);
}

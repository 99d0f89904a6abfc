import { isId } from '../../../platform/ids.ts';
import type { Page } from '../../../platform/postgres/paging.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Order } from '../../orders/order.rules.ts';
import { getOrder, getOrders } from '../../orders/read-orders.ts';
import { findDepositor, findOrdersByChain } from './order-story.store.ts';

const mostFound = 50;

export type FoundOrders = Pick<Page<Order>, 'items'> & { readonly customer?: string };

/**
 * Finds orders by the id of an order, a customer's reference, a transaction id or an address. Each is an exact index
 * lookup.
 */
export async function findOrders(
  context: Pick<MerchantContext, 'sql' | 'chains'>,
  pspId: number,
  text: string,
): Promise<FoundOrders> {
  if (isId(text)) {
    const order = await getOrder(context, pspId, text.toLowerCase()).catch(() => undefined);
    if (order) return { items: [order] };
  }
  const coins = context.chains.codes;
  const destinations = listDestinations(context, text);
  const [byCustomer, byChain, depositor] = await Promise.all([
    listOfCustomer(context, pspId, text),
    // The transaction id is not lowercased, because ids of the XRP Ledger are in capitals.
    findOrdersByChain(context.sql, pspId, { transactionId: text, coins, destinations }, mostFound),
    destinations.length === 0 ? undefined : findDepositor(context.sql, pspId, destinations, coins),
  ]);
  if (depositor !== undefined) {
    return { items: await listOfCustomer(context, pspId, depositor), customer: depositor };
  }
  const known = new Set(byChain.map(({ id }) => id));
  return { items: [...byChain, ...byCustomer.filter(({ id }) => !known.has(id))] };
}

async function listOfCustomer(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
  reference: string,
): Promise<Order[]> {
  const asked = { pspId, status: undefined, metadata: [], customerReferenceId: reference };
  return (await getOrders(context, { ...asked, cursor: undefined, limit: mostFound })).items;
}

/** Returns the destinations of the text, for each coin that accepts it as an address. */
const listDestinations = ({ chains }: Pick<MerchantContext, 'chains'>, text: string): string[] =>
  chains.all.flatMap(({ addresses }) => {
    const parsed = addresses.parse(text, null);
    return 'address' in parsed ? [parsed.address.destination] : [];
  });

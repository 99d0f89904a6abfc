import { takePage, type Page } from '../../../platform/postgres/paging.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import {
  findCustomer,
  listCustomerAddresses,
  listCustomers,
  listNamedCustomers,
  sumCustomer,
  type CustomerAddress,
  type CustomerRow,
  type CustomerTotals,
} from './customer-data.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

type ReadContext = Pick<MerchantContext, 'sql'>;

export async function getCustomers(
  { sql }: ReadContext,
  { pspId, after, limit }: { pspId: number; after: string | undefined; limit: number },
): Promise<Page<CustomerRow>> {
  const rows = await listCustomers(sql, pspId, after ?? '', limit + 1);
  return takePage(rows, limit, (last) => last.customer_reference_id);
}

export const getNamedCustomers = (
  { sql }: ReadContext,
  pspId: number,
  references: readonly string[],
): Promise<CustomerRow[]> => listNamedCustomers(sql, pspId, references);

export interface Customer {
  details: CustomerRow;
  addresses: CustomerAddress[];
  totals: CustomerTotals;
}

/** Returns the customer. Another PSP's customer is reported as unknown. */
export async function getCustomer({ sql }: ReadContext, pspId: number, reference: string): Promise<Customer> {
  const customer = await findCustomer(sql, pspId, reference);
  if (!customer) throw unknownCustomer();
  const [addresses, totals] = await Promise.all([
    listCustomerAddresses(sql, pspId, reference),
    sumCustomer(sql, pspId, reference),
  ]);
  return { details: customer, addresses, totals };
}

export const unknownCustomer = (): Error => problem('not_found', { say: merchantWords.noSuchCustomer });

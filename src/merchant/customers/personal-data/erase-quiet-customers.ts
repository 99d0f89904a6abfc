import { firstIdAt } from '../../../platform/ids.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { eraseCustomer, type ErasureContext } from './erase-customer.ts';
import {
  deleteQuietCustomer,
  listQuietCustomers,
  lookedThrough,
  noteQuietCustomers,
  type CustomerName,
  type QuietCustomer,
} from './erasure.store.ts';

type QuietContext = ErasureContext & Pick<MerchantContext, 'settings'>;

const batch = 200;

/** Erases customers without activity for the configured number of days. 0 disables it. */
export async function eraseQuietCustomers(context: QuietContext): Promise<void> {
  const days = context.settings.CUSTOMER_DATA_DAYS;
  if (days === 0) return;
  const leastId = firstIdAt(context.clock.nowMs() - days * 86_400_000);
  for (const table of lookedThrough) {
    await inBatches((limit) => noteQuietCustomers(context.sql, table, leastId, limit));
  }
  let found: QuietCustomer[] = [];
  do {
    const after = found.at(-1) ?? { psp_id: 0, customer_reference_id: '' };
    found = await listQuietCustomers(context.sql, leastId, after, batch);
    for (const { quiet, psp_id: pspId, customer_reference_id: reference } of found) {
      if (quiet) await tryToErase(context, { pspId, reference });
      else await deleteQuietCustomer(context.sql, { pspId, reference });
    }
  } while (found.length === batch);
}

/** Erases one customer. A customer with an open payment or order stays noted and is retried next time. */
async function tryToErase(context: ErasureContext, customer: CustomerName): Promise<void> {
  try {
    await eraseCustomer(context, customer);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code !== 'customer_in_use') await deleteQuietCustomer(context.sql, customer);
  }
}

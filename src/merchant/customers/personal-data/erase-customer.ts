import { rewriteAnswers } from '../../../platform/http/idempotency.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import {
  deleteQuietCustomer,
  eraseDeliveries,
  eraseDetails,
  eraseMetadata,
  eraseReasons,
  hasOpen,
  listRecentPayments,
  lockCustomer,
  type CustomerName,
} from './erasure.store.ts';
import { unknownCustomer } from './read-customers.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export type ErasureContext = Pick<MerchantContext, 'sql' | 'clock' | 'sealer'>;

/** Longer than the time for which responses are stored for retries. */
const answersKeptMs = 25 * 3_600_000;

/**
 * Erases a customer's details in all tables: names, e-mail and network addresses, free texts. Amounts, ids and data on
 * a chain are kept for the books. Refused while a payment or order of the customer is open.
 */
export async function eraseCustomer(
  context: ErasureContext,
  customer: CustomerName,
  recorded?: Beside,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    if (!(await lockCustomer(tx, customer))) throw unknownCustomer();
    if (await hasOpen(tx, customer)) {
      throw problem('customer_in_use', {
        say: merchantWords.customerHasOpen,
      });
    }
    await eraseDeliveries(tx, customer);
    await eraseMetadata(tx, customer);
    await eraseReasons(tx, customer);
    await eraseDetails(tx, customer);
    await deleteQuietCustomer(tx, customer);
    await recorded?.(tx);
  });
  await eraseAnswers(context, customer);
}

/** Removes the texts from stored responses. A retry still gets the rest of its response. */
async function eraseAnswers(context: ErasureContext, customer: CustomerName): Promise<void> {
  const leastId = firstIdAt(context.clock.nowMs() - answersKeptMs);
  const recent = new Set(await listRecentPayments(context.sql, customer, leastId));
  if (recent.size === 0) return;
  await rewriteAnswers(context, `psp:${customer.pspId}`, (answer) =>
    recent.has(String(answer['payment_reference_id'])) && 'payment_description' in answer
      ? { ...answer, payment_description: '', metadata: {} }
      : undefined,
  );
}

import { rewriteAnswers } from '../../platform/http/idempotency.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import {
  deleteQuietCustomer,
  eraseDeliveries,
  eraseDepositAddresses,
  eraseMetadata,
  eraseOrders,
  erasePayments,
  hasOpen,
  listRecentPayments,
  lockCustomer,
  type CustomerName,
} from './erasure.store.ts';
import { unknownCustomer } from './read-customers.ts';

export type ErasureContext = Pick<MerchantContext, 'sql' | 'clock' | 'sealer'>;

/** Longer than answers are kept for a retry. */
const answersKeptMs = 25 * 3_600_000;

/**
 * Forgets what was said of a customer, wherever it was kept: names, addresses of mail and network, free texts. Amounts,
 * ids and what stands on a chain stay: they are the books. Refused while something of the customer is open.
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
        detail: 'A payment or an order of this customer is not over yet. Accept, refund or cancel it first.',
      });
    }
    await eraseDeliveries(tx, customer);
    await eraseMetadata(tx, customer);
    await erasePayments(tx, customer);
    await eraseOrders(tx, customer);
    await eraseDepositAddresses(tx, customer);
    await deleteQuietCustomer(tx, customer);
    await recorded?.(tx);
  });
  await eraseAnswers(context, customer);
}

/** A retry still gets its answer, without the texts. */
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

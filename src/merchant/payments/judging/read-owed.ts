import type { Tx } from '../../../platform/postgres/client/database.ts';
import { lossAccount, tradingAccount } from '../../ledger/ledger.rules.ts';
import { readBooked } from '../../ledger/read-booked.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { findReversed, lockReversals } from '../facts/refund.store.ts';
import type { Owed } from './held-share.rules.ts';

/**
 * Read from the books: what reversals of the merchant's payments could not take, less what was kept of refunds that failed
 * since. And what the reversal of this one did not even ask for, when it left out what was refunded.
 */
export async function readOwed(tx: Tx, payment: Payment): Promise<Owed> {
  await lockReversals(tx, payment.psp_id);
  const { payments, refunds } = await findReversed(tx, payment.psp_id);
  const reversals = { kind: 'payment_reversed', references: payments };
  const returns = { kind: 'refund_failed', references: refunds };
  const lossCents =
    -(await readBooked(tx, lossAccount, 'EUR', reversals)) -
    (await readBooked(tx, lossAccount, 'EUR', returns));
  const own = { kind: 'payment_reversed', references: [payment.id] };
  const askedCents = await readBooked(tx, tradingAccount, 'EUR', own);
  return { cents: lossCents + (payment.settled_euro_amount ?? 0n) - askedCents, lossCents };
}

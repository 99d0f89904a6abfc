import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/database.ts';
import { activeChoice, type PaymentFacts } from './judge.rules.ts';
import type { Payment } from './payment.rules.ts';
import { deleteHeldAlerts, updatePayment } from './payment.store.ts';

/**
 * Somebody has seen to coins that were held. The choice that counts now counts for good: another one's coins may be the
 * ones that are gone. What staff were called for is raised again with the next look where it still holds.
 */
export async function noteRelease(tx: Tx, facts: PaymentFacts): Promise<Payment> {
  const choice = activeChoice(facts);
  assert(choice, 'coins came for a choice');
  const payment = { ...facts.payment, released_choice_id: choice.id, updated_at: facts.now };
  updatePayment(tx, payment);
  await deleteHeldAlerts(tx, payment.id);
  return payment;
}

import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { activeChoice, type PaymentFacts } from './judge.rules.ts';
import type { Payment } from './payment.rules.ts';
import { updatePayment } from './payment.store.ts';

/**
 * Somebody has seen to coins that were held. The choice that counts now counts for good: another one's coins may be the
 * ones that are gone.
 */
export function noteRelease(tx: Tx, facts: PaymentFacts): Payment {
  const choice = activeChoice(facts);
  assert(choice, 'coins came for a choice');
  const payment = { ...facts.payment, released_choice_id: choice.id, updated_at: facts.now };
  updatePayment(tx, payment);
  return payment;
}

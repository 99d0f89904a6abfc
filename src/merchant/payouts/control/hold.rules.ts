import type { OrderHold } from '../../orders/order.rules.ts';
import type { Payout } from '../payout.rules.ts';

/**
 * Returns the decision that a payout waits for. Screening normally answers within moments, so an open question is not
 * shown.
 */
export function holdOf({ approval, screening }: Pick<Payout, 'approval' | 'screening'>): OrderHold | null {
  if (approval === 'waiting') return 'approval';
  return screening === 'review' ? 'screening' : null;
}

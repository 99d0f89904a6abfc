import type { OrderHold } from '../../orders/order.rules.ts';
import type { Payout } from '../payout.rules.ts';

/** Whom a payout waits for. A question that nobody has answered yet is asked within moments and not worth telling. */
export function holdOf({ approval, screening }: Pick<Payout, 'approval' | 'screening'>): OrderHold | null {
  if (approval === 'waiting') return 'approval';
  return screening === 'review' ? 'screening' : null;
}

import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Finding } from '../../../platform/postgres/examine-database.ts';
import { countHeld } from './screening.store.ts';

/** Reports screened coins that wait for a decision of staff to `praca doctor`. */
export async function examineReviews(sql: Sql): Promise<Finding> {
  const waiting = (await countHeld(sql)).filter(({ status }) => status === 'review');
  if (waiting.length === 0) return { fine: 'none waits' };
  return {
    warning: `waiting for staff: ${waiting.map(({ direction, count }) => `${count} ${direction === 'in' ? 'incoming' : 'outgoing'}`).join(', ')}`,
    advice: 'decide in the console, or with "praca screening list", then "allow" or "deny"',
  };
}

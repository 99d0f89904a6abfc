import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Finding } from '../../../platform/postgres/examine-database.ts';
import { measureHeld } from './control.store.ts';

/** Reports payouts that wait for a second person to `praca doctor`. */
export async function examineApprovals(sql: Sql): Promise<Finding> {
  const waiting = (await measureHeld(sql)).filter(({ hold }) => hold === 'approval');
  if (waiting.length === 0) return { fine: 'none waits' };
  return {
    warning: `waiting for a second person: ${waiting.map(({ coin, count }) => `${count} of ${coin}`).join(', ')}`,
    advice: 'decide in the console, or with "praca payout approve" or "reject"',
  };
}

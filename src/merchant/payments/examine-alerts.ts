import type { Sql } from '../../platform/postgres/client/database.ts';
import type { Finding } from '../../platform/postgres/examine-database.ts';
import { countAlerts } from './facts/payment.store.ts';

/** Reports payments that wait for staff. */
export async function examineAlerts(sql: Sql): Promise<Finding> {
  const counts = await countAlerts(sql);
  if (counts.length === 0) return { fine: 'none waits' };
  return {
    warning: `waiting for staff: ${counts.map(({ kind, count }) => `${count} ${kind}`).join(', ')}`,
    advice: 'see docs/operations/incidents.md#payment-alerts',
  };
}

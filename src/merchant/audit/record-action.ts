import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { ControlAction } from './audit.rules.ts';
import { insertAction } from './audit.store.ts';

/** Written down if and only if the caller's transaction commits, and for good. */
export function recordAction(tx: Tx, { clock }: Pick<MerchantContext, 'clock'>, action: ControlAction): void {
  const now = clock.now();
  tx.defer(insertAction(tx, newId(now.getTime()), action, now));
}

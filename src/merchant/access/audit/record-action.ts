import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { ControlAction } from './audit.rules.ts';
import { insertAction } from './audit.store.ts';

/** Records an action permanently when the caller's transaction commits. */
export function recordAction(tx: Tx, { clock }: Pick<MerchantContext, 'clock'>, action: ControlAction): void {
  const now = clock.now();
  tx.defer(insertAction(tx, newId(now.getTime()), action, now));
}

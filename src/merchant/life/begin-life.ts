import { sandboxPspId } from '../credentials/create-sandbox-psp.ts';
import { availableTo } from '../ledger/ledger.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { findLife, rememberBeginning } from './life.store.ts';
import { weeksBefore } from './past/weeks.rules.ts';

/**
 * Before the sandbox is given its money: remembers its first start, and says since when it is to have had the money. A
 * statement runs from the oldest to the newest, so what is to be booked before today must find nothing of today.
 */
export async function beginLife(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<Date | undefined> {
  await rememberBeginning(context.sql, availableTo(sandboxPspId), context.clock.now());
  const life = await findLife(context.sql);
  return life && new Date(weeksBefore(life.began_at.getTime()));
}

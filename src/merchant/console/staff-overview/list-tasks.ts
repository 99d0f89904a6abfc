import type { MerchantContext } from '../../merchant.context.ts';
import { listAlerts } from '../staff-alerts/list-alerts.ts';
import { isForTreasury, isOwnTask } from './alert-tasks.rules.ts';
import * as store from './task.store.ts';

type Context = Pick<MerchantContext, 'sql'>;

export const countRows = ({ sql }: Context, table: store.TaskTable, limit: number): Promise<number> =>
  store.countTaskRows(sql, table, limit);

export const listUnapproved = ({ sql }: Context, limit: number) => store.listUnapproved(sql, limit);

/** Lists coins that only staff can release, by payment, and coins whose screening needs a decision. */
export async function listHeld({ sql }: Context, limit: number) {
  const [payments, reviews] = await Promise.all([
    store.listHeldPayments(sql, limit),
    store.listReviews(sql, limit),
  ]);
  return { payments, reviews };
}

export const listUnassigned = ({ sql }: Context, limit: number) => store.listOldestUnassigned(sql, limit);

/** Lists the alerts without a task of their own, for the roles with money or for the others. */
export const listAlertTasks = async (
  context: Pick<MerchantContext, 'sql' | 'clock' | 'metrics'>,
  forTreasury: boolean,
) =>
  (await listAlerts(context)).filter(({ kind }) => !isOwnTask(kind) && isForTreasury(kind) === forTreasury);

export const readBeginnings = ({ sql, clock }: Pick<MerchantContext, 'sql' | 'clock'>) =>
  store.listBeginnings(sql, clock.now());

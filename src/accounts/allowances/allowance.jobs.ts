import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deleteFullAllowances } from './allowance.store.ts';

/** Those of which nothing is used any more. */
export const forgetFullAllowances = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteFullAllowances(sql, clock.now(), limit));

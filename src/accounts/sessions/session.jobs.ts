import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deleteExpiredSessions } from './session.store.ts';

export const forgetExpiredSessions = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteExpiredSessions(sql, clock.now(), limit));

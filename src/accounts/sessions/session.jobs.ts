import type { AccountsContext } from '../accounts.context.ts';
import { deleteExpiredSessions } from './session.store.ts';

export const forgetExpiredSessions = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<void> => deleteExpiredSessions(sql, clock.now());

import type { AccountsContext } from '../accounts.context.ts';
import { deleteExpiredTokens } from './reset-token.store.ts';

export const forgetExpiredResetTokens = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<void> => deleteExpiredTokens(sql, clock.now());

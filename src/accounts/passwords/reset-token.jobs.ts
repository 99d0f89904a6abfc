import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deleteExpiredTokens } from './reset-token.store.ts';

export const forgetExpiredResetTokens = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteExpiredTokens(sql, clock.now(), limit));

import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { deleteExpiredRecoveries, deleteRecoveries } from './recovery.store.ts';

export const forgetExpiredRecoveries = (sql: Sql, now: Date): Promise<void> =>
  deleteExpiredRecoveries(sql, now);

/** Links and codes that are still on their way count no more. */
export const endRecoveries = (tx: Tx, userId: string): Promise<void> => deleteRecoveries(tx, userId);

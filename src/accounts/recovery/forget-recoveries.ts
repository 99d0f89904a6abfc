import type { Sql } from '../../platform/postgres/database.ts';
import { deleteExpiredRecoveries } from './recovery.store.ts';

export const forgetExpiredRecoveries = (sql: Sql, now: Date): Promise<void> =>
  deleteExpiredRecoveries(sql, now);

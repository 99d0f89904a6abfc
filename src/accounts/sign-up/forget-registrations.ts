import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { deleteExpiredRegistrations, deletePendingRegistrationsOf } from './registration.store.ts';

export const forgetRegistrations = (sql: Sql, now: Date): Promise<void> =>
  deleteExpiredRegistrations(sql, now);

export const forgetRegistrationsOf = (tx: Tx, emailKey: string): Promise<void> =>
  deletePendingRegistrationsOf(tx, emailKey);

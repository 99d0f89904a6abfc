import type { Sql } from '../../platform/postgres/database.ts';
import type { Payout } from './payout.rules.ts';
import { listOpen } from './payout.store.ts';

/** Those that have not ended, the oldest first. */
export const listPayouts = (context: { sql: Sql }, limit: number): Promise<Payout[]> =>
  listOpen(context.sql, limit);

import type { Sql } from '../../platform/postgres/client/database.ts';
import type { Payout } from './payout.rules.ts';
import { listOpen } from './payout.store.ts';

/** Those that have not ended or that the chain has lost again, the oldest first. */
export const listPayouts = (context: { sql: Sql }, limit: number): Promise<Payout[]> =>
  listOpen(context.sql, limit);

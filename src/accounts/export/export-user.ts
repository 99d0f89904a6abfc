import { transaction } from '../../platform/postgres/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import type { AccountsSession } from '../sessions/session-guard.ts';
import { listUserTables, readUserRow, readUserRows } from './export.store.ts';

/** Hashes and sealed secrets tell their owner nothing and a thief of the file too much. */
const secret = /(?:^|_)hash$|^sealed_/;

export interface UserExport {
  exported_at: string;
  user: Record<string, unknown>;
  [table: string]: unknown;
}

/** All that is stored about a user, table by table. */
export async function exportUser(
  context: AccountsContext,
  session: AccountsSession,
  visitor: Visitor,
): Promise<UserExport> {
  const { userId } = session;
  await transaction(context.sql, (tx) => recordAudit(tx, context, { event: 'exported', userId, visitor }));
  const user = await readUserRow(context.sql, userId);
  if (!user) throw problem('unauthorized');
  const file: UserExport = { exported_at: context.clock.now().toISOString(), user: readable(user) };
  for (const table of await listUserTables(context.sql)) {
    file[table] = (await readUserRows(context.sql, table, userId)).map(readable);
  }
  return file;
}

function readable(row: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(row).filter(([column]) => !secret.test(column));
  return Object.fromEntries(kept.map(([column, value]) => [column, readableValue(value)]));
}

/** PostgreSQL writes bytes as \x and hexadecimal digits. */
function readableValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\\x(?:[0-9a-f]{2})*$/.test(value)) return value;
  return Buffer.from(value.slice(2), 'hex').toString('base64');
}

import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { rememberScope } from '../../../platform/postgres/replicas/request-scope.ts';
import { writeStoredMoment } from '../../../platform/time/stored-moment.rules.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import type { AccountsSession } from '../../sessions/find-session.ts';
import { listUserTables, readUserRow, readUserRows, type ExportRow, type UserTable } from './export.store.ts';

/** Columns that are left out: hashes and sealed secrets are useless to the user and useful to a thief of the file. */
const secret = /(?:^|_)hash$|^sealed_/;

const rowsAtOnce = 500;

type ExportContext = Pick<AccountsContext, 'sql' | 'clock'>;

/**
 * Exports everything stored about a user, table by table, as the pieces of one JSON text. Each piece is read on demand.
 */
export async function exportUser(
  context: ExportContext,
  session: Pick<AccountsSession, 'userId'>,
  visitor: Visitor,
): Promise<AsyncIterable<string>> {
  const { userId } = session;
  await transaction(context.sql, (tx) => recordAudit(tx, context, { event: 'exported', userId, visitor }));
  const user = await readUserRow(context.sql, userId);
  if (!user) throw problem('unauthorized');
  return writeExport(context, userId, readable(user.row, user), rememberScope());
}

/** Reads page by page, each in its own statement, so that a slow reader holds no connection and little memory. */
async function* writeExport(
  { sql, clock }: ExportContext,
  userId: string,
  user: ExportRow,
  inRequest: ReturnType<typeof rememberScope>,
): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(clock.now())},"user":${JSON.stringify(user)}`;
  for (const table of await inRequest(() => listUserTables(sql.reading))) {
    yield `,${JSON.stringify(table.name)}:[`;
    let page: ExportRow[] = [];
    let written = 0;
    do {
      const after = page.at(-1);
      page = await inRequest(() => readUserRows(sql.reading, table, userId, after, rowsAtOnce));
      const text = page.map((row) => JSON.stringify(readable(row, table))).join(',');
      if (page.length > 0) yield written === 0 ? text : `,${text}`;
      written += page.length;
    } while (page.length === rowsAtOnce);
    yield ']';
  }
  yield '}';
}

function readable(row: ExportRow, { bytes, moments }: Pick<UserTable, 'bytes' | 'moments'>): ExportRow {
  const kept = Object.entries(row).filter(([column]) => !secret.test(column));
  const write = (column: string, value: unknown): unknown => {
    if (moments.includes(column)) return writeStoredMoment(value);
    return bytes.includes(column) ? inBase64(value) : value;
  };
  return Object.fromEntries(kept.map(([column, value]) => [column, write(column, value)]));
}

/** Converts PostgreSQL's text form of bytes (\x and hexadecimal digits) to base64. Null stays null. */
const inBase64 = (value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value.slice(2), 'hex').toString('base64') : value;

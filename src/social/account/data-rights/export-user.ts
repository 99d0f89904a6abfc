import { exportAppeals } from '../../safety/appeals/settle-appeals.ts';
import { exportMessages } from '../../conversation/chat/chat-summaries.ts';
import { exportDevices } from '../../delivery/devices/change-devices.ts';
import { exportNotices } from '../../safety/enforcement/list-notices.ts';
import { exportAttendances } from '../../events/list-participants.ts';
import { rememberScope } from '../../../platform/postgres/replicas/request-scope.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { writeStoredMoment } from '../../../platform/time/stored-moment.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { findOwnPage, findOwnRow, ownTables, type OwnTable } from './data-rights.store.ts';

interface List {
  readonly name: string;
  /** Few for large rows. */
  readonly rowsAtOnce: number;
  /** Returns the rows after the last one of the previous page. */
  readonly read: (sql: Tag, userId: string, after: never, limit: number) => Promise<object[]>;
}

const ownList = (table: OwnTable): List => ({
  name: table,
  // A photo has up to a megabyte.
  rowsAtOnce: table === 'photos' ? 1 : 200,
  read: async (sql, userId, after, limit) =>
    (await findOwnPage(sql, table, userId, after, limit)).map(writeMoments),
});

const lists: readonly List[] = [
  ...ownTables.map(ownList),
  { name: 'attendances', rowsAtOnce: 200, read: exportAttendances },
  { name: 'messages', rowsAtOnce: 100, read: exportMessages },
  { name: 'notices', rowsAtOnce: 100, read: exportNotices },
];

/** Exports everything stored about a user as the pieces of one JSON text. Each piece is read on demand. */
export async function exportUser(
  context: Pick<SocialContext, 'sql' | 'clock'>,
  userId: string,
): Promise<AsyncIterable<string>> {
  const own = await findOwnRow(context.sql.reading, userId);
  return writeExport(context, userId, writeMoments(own), rememberScope());
}

/** Reads page by page, each in its own statement, so that a slow client holds no connection and little memory. */
async function* writeExport(
  { sql, clock }: Pick<SocialContext, 'sql' | 'clock'>,
  userId: string,
  own: Record<string, unknown>,
  inRequest: ReturnType<typeof rememberScope>,
): AsyncGenerator<string> {
  const { reading } = sql;
  yield JSON.stringify({ exported_at: clock.now(), ...own }).slice(0, -1);
  for (const { name, rowsAtOnce, read } of lists) {
    yield `,${JSON.stringify(name)}:[`;
    let page: object[] = [];
    let isFirst = true;
    do {
      const after = page.at(-1) as never;
      page = await inRequest(() => read(reading, userId, after, rowsAtOnce));
      if (page.length > 0) yield (isFirst ? '' : ',') + JSON.stringify(page).slice(1, -1);
      isFirst = false;
    } while (page.length === rowsAtOnce);
    yield ']';
  }
  yield `,"devices":${JSON.stringify(await inRequest(() => exportDevices(reading, userId)))}`;
  yield `,"appeals":${JSON.stringify(await inRequest(() => exportAppeals(reading, userId)))}}`;
}

/** Names of timestamp columns. Values are matched by column name, so that text of users is never changed. */
const momentName = /(?:_at|_until)$|^since$/;

/** Converts the timestamps in rows that PostgreSQL wrote as JSON. */
function writeMoments(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      momentName.test(name) ? writeStoredMoment(one) : writeWithin(one),
    ]),
  );
}

function writeWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeWithin);
  return typeof value === 'object' && value !== null ? writeMoments(value as Record<string, unknown>) : value;
}

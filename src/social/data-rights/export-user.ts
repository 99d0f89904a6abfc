import { exportAppeals } from '../appeals/settle-appeals.ts';
import { exportMessages } from '../chat/chat-summaries.ts';
import { exportDevices } from '../devices/change-devices.ts';
import { exportNotices } from '../enforcement/list-notices.ts';
import { exportAttendances } from '../events/list-participants.ts';
import { rememberScope } from '../../platform/postgres/replicas/request-scope.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import { writeStoredMoment } from '../../platform/time/stored-moment.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { findOwnPage, findOwnRow, ownTables, type OwnTable } from './data-rights.store.ts';

interface List {
  readonly name: string;
  /** Few, where each may be large. */
  readonly rowsAtOnce: number;
  /** The rows after the last one of the page before. */
  readonly read: (sql: Tag, userId: string, after: never, limit: number) => Promise<object[]>;
}

const ownList = (table: OwnTable): List => ({
  name: table,
  // A photo is a megabyte.
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

/** All that is kept about a user, for the user: the pieces of one JSON text, each read when it is asked for. */
export async function exportUser(
  context: Pick<SocialContext, 'sql' | 'clock'>,
  userId: string,
): Promise<AsyncIterable<string>> {
  const own = await findOwnRow(context.sql.reading, userId);
  return writeExport(context, userId, writeMoments(own), rememberScope());
}

/** Reads page by page, each in its own statement: a slow client holds no connection and little memory. */
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

/** By the names that columns of moments have, for nothing that a user wrote may be changed. */
const momentName = /(?:_at|_until)$|^since$/;

/** In rows that PostgreSQL wrote as JSON. */
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

import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { decodeCursor, encodeCursor, idPattern } from '../../access/paging/cursor.rules.ts';
import { actKinds, isTold, noticeOf, type Notice } from './act.rules.ts';
import { anonymiseActs, findNotices } from './act.store.ts';

const untold = actKinds.filter((kind) => !isTold(kind));

export async function listNotices(
  context: { readonly sql: Tag },
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ notices: Notice[]; next: string | undefined }> {
  const limit = page.limit ?? 50;
  const before = page.cursor === undefined ? null : (decodeCursor(page.cursor, [idPattern])[0] ?? null);
  const notices = await findNotices(context.sql, userId, { untold, before, limit });
  const last = notices.at(-1);
  return {
    notices: notices.map(noticeOf),
    next: last && notices.length === limit ? encodeCursor([last.id]) : undefined,
  };
}

/** Returns the notices before a cursor, for the copy of a user’s data. */
export async function exportNotices(
  sql: Tag,
  userId: string,
  before: { id: string } | undefined,
  limit: number,
): Promise<Notice[]> {
  const notices = await findNotices(sql, userId, { untold, before: before?.id ?? null, limit });
  return notices.map(noticeOf);
}

export async function eraseActs(tx: Tx, userId: string): Promise<void> {
  await anonymiseActs(tx, userId);
}

import type { Tx } from '../../../platform/postgres/client/database.ts';
import { isId } from '../../../platform/ids.ts';
import { decodeCursor, encodeCursor, idPattern } from '../../access/paging/cursor.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { nameStaff } from '../../access/staff/name-staff.ts';
import { findActs, findLatestActs, type ActRow } from './act.store.ts';

export interface SignedAct extends ActRow {
  /** Null if a rule performed the act or the staff member no longer exists. */
  readonly staffEmail: string | null;
}

type Context = Pick<SocialContext, 'sql' | 'staffSql'>;

async function sign(context: Context, acts: readonly ActRow[]): Promise<SignedAct[]> {
  const emails = await nameStaff(
    context,
    acts.map(({ staffId }) => staffId),
  );
  return acts.map((act) => ({ ...act, staffEmail: emails.get(act.staffId ?? '') ?? null }));
}

export async function listActs(
  context: Context,
  page: { user?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ acts: SignedAct[]; next: string | undefined }> {
  const limit = page.limit ?? 50;
  const before = page.cursor === undefined ? null : (decodeCursor(page.cursor, [idPattern])[0] ?? null);
  if (page.user !== undefined && !isId(page.user)) return { acts: [], next: undefined };
  const acts = await findActs(context.sql, { userId: page.user ?? null, before, limit });
  const last = acts.at(-1);
  return {
    acts: await sign(context, acts),
    next: last && acts.length === limit ? encodeCursor([last.id]) : undefined,
  };
}

export async function loadActs(
  context: Context,
  userIds: readonly string[],
  limit: number,
): Promise<SignedAct[]> {
  return userIds.length === 0 ? [] : sign(context, await findLatestActs(context.sql, userIds, limit));
}

/** Returns the newest acts. The user’s row must be locked, so that no act is added meanwhile. */
export async function readLatestActs(tx: Tx, userId: string, limit: number): Promise<ActRow[]> {
  return findActs(tx, { userId, before: null, limit });
}

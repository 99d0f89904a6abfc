import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { deleteMarks, saveVisit, type EmptyStretch } from './feed-mark.store.ts';
import type { Viewer } from './feed.rules.ts';

/** Being active is noted to a few minutes: more would write with every page. */
const activityMs = 10 * 60_000;

/** After a page was read: that its viewer was here, and where its walks found nobody. */
export async function noteVisit(
  context: Pick<SocialContext, 'sql'>,
  { id: userId, lastActiveAt }: Viewer,
  now: Date,
  empty: readonly EmptyStretch[],
): Promise<void> {
  const active = now.getTime() - lastActiveAt.getTime() > activityMs;
  if (active || empty.length > 0) await saveVisit(context.sql, { userId, now, active, empty });
}

/** For a change of what decides who fits: whom the walks have passed by may fit now, so they begin anew. */
export async function forgetFeedMarks(tx: Tx, userId: string): Promise<void> {
  await deleteMarks(tx, userId);
}

import type { Tx } from '../../platform/postgres/client/database.ts';
import { deleteMarks } from './feed.store.ts';

/** What decides who fits has changed: the feed looks at everybody again. */
export async function forgetFeedMarks(tx: Tx, userId: string): Promise<void> {
  await deleteMarks(tx, userId);
}

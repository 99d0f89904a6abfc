import { loadMessages } from '../chat/load-messages.ts';
import type { SocialContext } from '../../social.context.ts';
import { typingLastsMs, type Reload, type Update } from './live.rules.ts';
import { findCounter, findUpdates } from './live.store.ts';

export interface LoadedUpdates {
  updates: (Update | Reload)[];
  /** The last sequence number read, whether its update is shown or not. */
  lastSeq: number;
  more: boolean;
}

/** Returns the updates of each user after a number, in order, with messages as they are now. */
export async function loadUpdates(
  context: SocialContext,
  wanted: readonly { userId: string; since: number }[],
  limit: number,
): Promise<Map<string, LoadedUpdates>> {
  const rows =
    wanted.length === 0 ? [] : await findUpdates(context.sql, wanted, { limit, now: context.clock.now() });
  const messages = await loadMessages(
    context.sql,
    rows.flatMap(({ userId, lowId, highId, messageId, visible }) =>
      visible && lowId !== null && highId !== null && messageId !== null
        ? [{ viewerId: userId, lowId, highId, id: messageId }]
        : [],
    ),
  );
  const typingSinceMs = context.clock.nowMs() - typingLastsMs;
  const loaded = new Map<string, LoadedUpdates>();
  const counts = new Map<string, number>();
  let nextMessage = 0;
  for (const row of rows) {
    const entry = loaded.get(row.userId) ?? { updates: [], lastSeq: 0, more: false };
    loaded.set(row.userId, entry);
    const seq = Number(row.seq);
    const count = (counts.get(row.userId) ?? 0) + 1;
    counts.set(row.userId, count);
    entry.lastSeq = seq;
    entry.more = count === limit;
    if (row.kind === 'reload') entry.updates.push({ type: 'ready', seq, complete: false });
    if (row.kind === 'reload' || !row.visible) continue;
    const data = row.messageId === null ? row.body : messages[nextMessage++];
    const stale = row.kind === 'typing' && row.createdAt.getTime() < typingSinceMs;
    // No data: the viewer has emptied that chat since.
    if (data === undefined || stale) continue;
    entry.updates.push({ seq, type: row.kind, at: row.createdAt.toISOString(), data });
  }
  return loaded;
}

export interface UpdatePage extends LoadedUpdates {
  updates: Update[];
  /**
   * False if updates after `since` were deleted, if `since` is beyond the last number, or if the page has a reload: the
   * client must read the chats again.
   */
  complete: boolean;
}

export async function listUpdates(
  context: SocialContext,
  userId: string,
  since: number,
  limit: number,
): Promise<UpdatePage> {
  const counter = await findCounter(context.sql, userId);
  const from = beginningAfter(since, counter);
  const loaded = await loadUpdates(context, [{ userId, since: from }], limit);
  const found = loaded.get(userId) ?? { updates: [], lastSeq: from, more: false };
  const updates = found.updates.filter((update) => update.type !== 'ready');
  return {
    ...found,
    updates,
    complete: updates.length === found.updates.length && isKnown(since, counter),
  };
}

export async function findBeginning(
  context: SocialContext,
  userId: string,
  since: number | undefined,
): Promise<{ seq: number; complete: boolean }> {
  const counter = await findCounter(context.sql, userId);
  const seq = since === undefined ? counter.lastSeq : beginningAfter(since, counter);
  return { seq, complete: since === undefined || isKnown(since, counter) };
}

interface Counter {
  lastSeq: number;
  forgottenSeq: number;
}

const isKnown = (since: number, { lastSeq, forgottenSeq }: Counter): boolean =>
  since >= forgottenSeq && since <= lastSeq;

/**
 * Returns the number after which a client continues.
 * A number beyond the last one comes from a database that was restored to an earlier state. The client continues from
 * the last number; otherwise it would take new updates for ones it already has.
 * A number before the deleted updates continues after them; otherwise every request would report missing updates.
 */
const beginningAfter = (since: number, { lastSeq, forgottenSeq }: Counter): number =>
  Math.max(Math.min(since, lastSeq), forgottenSeq);

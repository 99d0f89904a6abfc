import { loadMessages } from '../chat/load-messages.ts';
import type { SocialContext } from '../social.context.ts';
import { typingLastsMs, type Reload, type Update } from './live.rules.ts';
import { findCounter, findUpdates } from './live.store.ts';

export interface LoadedUpdates {
  updates: (Update | Reload)[];
  /** The last number that was looked at, shown or not. */
  lastSeq: number;
  /** There may be more after it. */
  more: boolean;
}

/** What happened to each user after a number, in order, with messages as they are now. */
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
    // No data: the viewer has emptied that chat meanwhile.
    if (data === undefined || stale) continue;
    entry.updates.push({ seq, type: row.kind, at: row.createdAt.toISOString(), data });
  }
  return loaded;
}

export interface UpdatePage extends LoadedUpdates {
  updates: Update[];
  /** False where `since` is not known any more, or not yet, or the page has a reload in it: read the chats again. */
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

/** Where a new connection begins. */
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
 * A number beyond the last was given out by a database that has lost it since, with what happened then. The client goes
 * on from the last, whose successors it would else take for what it has. From before what was forgotten it goes on after
 * that: with its own number it would be told again and again that something is missing.
 */
const beginningAfter = (since: number, { lastSeq, forgottenSeq }: Counter): number =>
  Math.max(Math.min(since, lastSeq), forgottenSeq);

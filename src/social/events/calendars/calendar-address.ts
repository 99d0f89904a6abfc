import { createHash, randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { actAs } from '../../../platform/postgres/replicas/request-scope.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findCalendarUser, removeCalendar, upsertCalendar } from './calendar.store.ts';
import type { Event } from '../event.rules.ts';
import { listEventsOfUser } from '../list-events.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/** Maximum number of events in a calendar; more than a person attends. */
const mostEvents = 1000;

/** The key is shown once. Only its hash is stored. */
const newKey = (): string => randomBytes(32).toString('base64url');
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export interface CalendarAddress {
  url: string;
  createdAt: Date;
}

/** Creates an address for calendar programs, which cannot renew a token. It opens only the list of events. */
export async function createCalendarAddress(
  context: SocialContext,
  userId: string,
): Promise<CalendarAddress> {
  const key = newKey();
  const createdAt = context.clock.now();
  const calendar = { userId, keyHash: hashOf(key), now: createdAt };
  if (!(await upsertCalendar(context.sql, calendar))) throw problem('unauthorized');
  return { url: `${context.baseUrl}/events.ics?key=${key}`, createdAt };
}

/** Revokes the address, also when the user is deleted. A user who returns must create a new one. */
export async function revokeCalendarAddress(sql: Sql | Tx, userId: string): Promise<void> {
  await removeCalendar(sql, userId);
}

/** Lists the events of a calendar key. Revoked keys and keys of suspended users get the same answer as unknown ones. */
export async function listEventsByKey(context: SocialContext, key: string): Promise<Event[]> {
  const userId = await findCalendarUser(context.sql, hashOf(key), context.clock.now());
  if (userId === undefined) throw problem('not_found', { say: socialWords.noSuchCalendar });
  actAs(`user ${userId}`);
  return listCalendarEvents(context, userId);
}

export async function listCalendarEvents(context: SocialContext, userId: string): Promise<Event[]> {
  return (await listEventsOfUser(context, userId, { limit: mostEvents })).events;
}

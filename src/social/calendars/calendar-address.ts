import { createHash, randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { findCalendarUser, removeCalendar, upsertCalendar } from './calendar.store.ts';
import type { Event } from '../events/event.rules.ts';
import { listEventsOfUser } from '../events/list-events.ts';

/** More coming events than anybody attends. */
const mostEvents = 1000;

/** Shown once: only its hash is kept. */
const newKey = (): string => randomBytes(32).toString('base64url');
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export interface CalendarAddress {
  url: string;
  createdAt: Date;
}

/** A new address for calendar programs, which cannot renew a token. It opens the list of events and nothing else. */
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

/** Also for the deletion of a user: who comes back makes a new one. */
export async function revokeCalendarAddress(sql: Sql | Tx, userId: string): Promise<void> {
  await removeCalendar(sql, userId);
}

/** A key that was revoked is as unknown as one that never was, and so is that of somebody suspended. */
export async function listEventsByKey(context: SocialContext, key: string): Promise<Event[]> {
  const userId = await findCalendarUser(context.sql, hashOf(key), context.clock.now());
  if (userId === undefined) throw problem('not_found', { detail: 'There is no such calendar.' });
  actAs(`user ${userId}`);
  return listCalendarEvents(context, userId);
}

export async function listCalendarEvents(context: SocialContext, userId: string): Promise<Event[]> {
  return (await listEventsOfUser(context, userId, { limit: mostEvents })).events;
}

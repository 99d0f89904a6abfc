import type { Platform } from '../../platform.ts';
import { askReached } from '../../postgres/ask-reached.ts';
import { findActs, findActsOn, type ActQuery, type ActRow } from './act.store.ts';
import { mergeActs } from './merge-acts.rules.ts';

/** Each line is in the database of what was done: all of them together are the record. */
type Everywhere = Pick<Platform, 'databases'>;

/** Newest first. Where a database is away nothing is listed: a record that silently lacks lines is none. */
export async function listActs({ databases }: Everywhere, query: ActQuery): Promise<ActRow[]> {
  return mergeActs(await Promise.all(databases.map(({ sql }) => findActs(sql, query))), query.limit);
}

/** The same of those that answer, where it is no record but a reminder. */
export async function listActsReached({ databases }: Everywhere, query: ActQuery): Promise<ActRow[]> {
  return mergeActs(await askReached(databases, ({ sql }) => findActs(sql, query)), query.limit);
}

/**
 * What was done to one thing in an organisation, newest first: in the database that has it, and at home, where it was
 * before its service had one of its own.
 */
export async function listActsOn(
  { home, sql }: Pick<Platform, 'home' | 'sql'>,
  place: { readonly kind: string; readonly organisation: string },
  subject: string,
  limit: number,
): Promise<ActRow[]> {
  const asked = [...new Set([home.sql, sql])];
  const lists = await Promise.all(asked.map((each) => findActsOn(each, place, subject, limit)));
  return mergeActs(lists, limit);
}

import type { Platform } from '../../platform.ts';
import { askReached } from '../../postgres/ask-reached.ts';
import { findActs, findActsOn, type ActQuery, type ActRow } from './act.store.ts';

/** Each act is stored in the database that it changed, so the full record spans all databases. */
type Everywhere = Pick<Platform, 'databases'>;

/** Lists acts, newest first. Fails if a database is down, because an incomplete audit record must not look complete. */
export async function listActs({ databases }: Everywhere, query: ActQuery): Promise<ActRow[]> {
  return mergeActs(await Promise.all(databases.map(({ sql }) => findActs(sql, query))), query.limit);
}

/** Lists the acts of the databases that answer. Only for reminders, not for the audit record. */
export async function listActsReached({ databases }: Everywhere, query: ActQuery): Promise<ActRow[]> {
  return mergeActs(await askReached(databases, ({ sql }) => findActs(sql, query)), query.limit);
}

/**
 * Lists the acts on one subject in an organisation, newest first. Reads the service's database and the home database,
 * because acts from before the service had its own database are at home.
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

/** Merges lists that are ordered newest first, by ids that grow with time. An act in several lists is returned once. */
export function mergeActs<Row extends { readonly id: string }>(
  lists: readonly (readonly Row[])[],
  limit: number,
): Row[] {
  const byId = new Map(lists.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit);
}

import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { hexOf, insertRow } from './table-rows.ts';

/**
 * Inserts a row that two people share, for either order of their ids. `my_…` is a column of the first one's side,
 * `their_…` of the other's.
 */
export function insertBetween(
  sql: Sql,
  table: 'pairs' | 'chats',
  userId: string,
  otherId: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const isLow = userId < otherId;
  const [my, their] = isLow ? ['low_', 'high_'] : ['high_', 'low_'];
  const named = Object.entries(fields).map(([name, value]) => [
    name.replace(/^my_/, my).replace(/^their_/, their),
    value,
  ]);
  return insertRow(sql, 'social', table, {
    low_id: isLow ? userId : otherId,
    high_id: isLow ? otherId : userId,
    ...Object.fromEntries(named),
  });
}

/** Inserts a moderation action on a user. Without a staff member it is by an automatic rule. */
export const insertAct = (
  sql: Sql,
  id: string,
  userId: string,
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'social', 'moderation_acts', {
    id,
    user_id: userId,
    kind: 'suspension',
    reason: '',
    created_at: at,
    ...fields,
  });

/** Inserts an appeal that waits for an answer. */
export const insertAppeal = (
  sql: Sql,
  id: string,
  userId: string,
  actId: string,
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'social', 'appeals', {
    id,
    user_id: userId,
    act_id: actId,
    body: '',
    created_at: at,
    ...fields,
  });

interface PhotoPlace {
  readonly id: string;
  readonly userId: string;
  readonly position: number;
}

/** Inserts a photo at a foreign address, or with the fields of `storedPhoto` a stored one. */
export const insertPhoto = (sql: Sql, place: PhotoPlace, at: Date, fields: object): Promise<void> =>
  insertRow(sql, 'social', 'photos', {
    id: place.id,
    user_id: place.userId,
    position: place.position,
    created_at: at,
    ...fields,
  });

export const storedPhoto = (name: string): object => ({
  name,
  image: hexOf(Buffer.from(`${name} image`)),
  thumb: hexOf(Buffer.from(`${name} thumb`)),
});

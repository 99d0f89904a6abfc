import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import { limits, type LimitKind } from './limit.rules.ts';

export interface Use {
  userId: string;
  kind: LimitKind;
  /** 0 means no limit. */
  most: number;
  now: Date;
}

/**
 * Returns a statement that counts one use if `from` returns a row. One use too many violates `limit_uses_kept`, which
 * aborts the statement or transaction. Simultaneous uses wait for the row, so at most `most` succeed.
 */
export function countFragment(sql: Sql | Tx, { userId, kind, most, now }: Use, from?: Query): Query {
  if (most === 0) return sql`select`;
  return sql`
    insert into social.limit_uses as l (user_id, kind, used, most, resets_at)
    select ${userId}::uuid, ${kind}::text, 1, ${most}::integer, ${endOfWindow(sql, kind, now)} ${from ?? sql``}
    on conflict (user_id, kind) do update set
      used = case when l.resets_at <= ${now} then 1 else l.used + 1 end,
      most = excluded.most,
      resets_at = case when l.resets_at <= ${now} then excluded.resets_at else l.resets_at end`;
}

function endOfWindow(sql: Sql | Tx, kind: LimitKind, now: Date): Query {
  if (limits[kind].window === 'minute') return sql`${new Date(now.getTime() + 60_000)}::timestamptz`;
  const zone = 'America/Sao_Paulo';
  return sql`((${now}::timestamptz at time zone ${zone}::text)::date + 1)::timestamp at time zone ${zone}::text`;
}

export async function insertUse(tx: Tx, use: Use): Promise<void> {
  await countFragment(tx, use);
}

export async function findReset(sql: Sql, userId: string, kind: LimitKind): Promise<Date | undefined> {
  const [row] = await sql<{ resets_at: Date }[]>`
    select resets_at from social.limit_uses where user_id = ${userId} and kind = ${kind}`;
  return row?.resets_at;
}

import type { Sql, Tx } from '../../postgres/client/database.ts';

export interface ActRow {
  id: string;
  at: Date;
  person_id: string | null;
  person_name: string;
  person_email: string;
  kind: string | null;
  organisation: string | null;
  act: string;
  subject: string;
  detail: Record<string, unknown>;
  address: string;
}

export async function insertAct(tx: Tx, row: ActRow): Promise<void> {
  await tx`
    insert into platform.console_audit
      (id, at, person_id, person_name, person_email, kind, organisation, act, subject, detail, address)
    values (${row.id}, ${row.at}, ${row.person_id}, ${row.person_name}, ${row.person_email}, ${row.kind},
      ${row.organisation}, ${row.act}, ${row.subject}, ${JSON.stringify(row.detail)}::jsonb, ${row.address})`;
}

export interface ActQuery {
  /** Undefined for all organisations. */
  place: { kind: string; organisation: string } | undefined;
  act: string | undefined;
  personId: string | undefined;
  /** Smallest id, inclusive. Ids are ordered by time. */
  least: string;
  /** Upper bound of the id, exclusive. */
  below: string;
  limit: number;
}

/**
 * Lists acts, newest first. Without `place` the list includes refused sign-ins, which belong to no organisation. Each
 * row of counted refusals is one act.
 */
export async function findActs(sql: Sql, query: ActQuery): Promise<ActRow[]> {
  const { place, act, personId, least, below, limit } = query;
  const acts = sql`
    select id, at, person_id, person_name, person_email, kind, organisation, act, subject, detail, address
    from platform.console_audit
    where id >= ${least} and id < ${below}
      ${place ? sql`and kind = ${place.kind} and organisation = ${place.organisation}` : sql``}
      ${act === undefined ? sql`` : sql`and act = ${act}`}
      ${personId === undefined ? sql`` : sql`and person_id = ${personId}`}
    order by id desc limit ${limit}`;
  if (place) return sql<ActRow[]>`${acts}`;
  return sql<ActRow[]>`
    (${acts}) union all (
      select r.id, r.first_at as at, r.person_id, coalesce(p.name, '') as person_name,
        coalesce(p.email, '') as person_email, null as kind, null as organisation, r.act, '' as subject,
        jsonb_build_object('times', r.times, 'last_at',
          to_char(r.last_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as detail, r.address
      from platform.console_refusals r left join platform.people p on p.id = r.person_id
      where r.id >= ${least} and r.id < ${below}
        ${act === undefined ? sql`` : sql`and r.act = ${act}`}
        ${personId === undefined ? sql`` : sql`and r.person_id = ${personId}`}
      order by r.id desc limit ${limit}
    ) order by id desc limit ${limit}`;
}

/** Lists the acts on one subject in an organisation, newest first. */
export async function findActsOn(
  sql: Sql,
  place: { readonly kind: string; readonly organisation: string },
  subject: string,
  limit: number,
): Promise<ActRow[]> {
  return sql<ActRow[]>`
    select id, at, person_id, person_name, person_email, kind, organisation, act, subject, detail, address
    from platform.console_audit
    where kind = ${place.kind} and organisation = ${place.organisation} and subject = ${subject} and subject <> ''
    order by id desc limit ${limit}`;
}

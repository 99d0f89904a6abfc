import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import { idsAround } from '../../platform/postgres/paging.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import type { Movement, StatementPlace } from './ledger.rules.ts';

export type NewMovement = Movement & { id: string };

/**
 * Movements and their entries in one statement. The rows of accounts are locked in the order of their numbers, so that
 * two transactions over the same accounts wait for each other and never crosswise.
 */
export function insertMovements(
  tx: Tx,
  movements: readonly NewMovement[],
  createdAt: Date,
  explain: (error: Error) => Error,
): void {
  const entries = movements.flatMap(({ id, entries: own }) =>
    own.map((entry) => ({ movementId: id, ...entry })),
  );
  tx.defer(
    tx`
    with movement as (
      insert into merchant.ledger_movements (id, kind, reference, created_at)
      select id, kind, reference, ${createdAt}::timestamptz
      from unnest(
        ${movements.map((movement) => movement.id)}::uuid[],
        ${movements.map((movement) => movement.kind)}::text[],
        ${movements.map((movement) => movement.reference)}::text[]
      ) as given (id, kind, reference)
    ), given as materialized (
      select merchant.ledger_account(owner, asset) as account_id, movement_id, amount
      from unnest(
        ${entries.map((entry) => entry.movementId)}::uuid[],
        ${entries.map((entry) => entry.owner)}::text[],
        ${entries.map((entry) => entry.asset)}::text[],
        ${entries.map((entry) => entry.amountMinor)}::numeric[]
      ) as entry (movement_id, owner, asset, amount)
    )
    insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
    select account_id, movement_id, amount, ${createdAt}::timestamptz from given order by account_id, amount desc`,
    explain,
  );
}

export async function movementExists(sql: Tag, kind: string, reference: string): Promise<boolean> {
  const rows = await sql`
    select 1 from merchant.ledger_movements where kind = ${kind} and reference = ${reference}`;
  return rows.length > 0;
}

export interface BalanceRow {
  asset: AssetCode;
  balance: bigint;
}

/** The same of several owners, which the rows name. */
export async function listBalancesOf(
  sql: Tag,
  owners: readonly string[],
): Promise<(BalanceRow & { owner: string })[]> {
  return sql<(BalanceRow & { owner: string })[]>`
    select owner, asset, sum(balance)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = any(${owners}::text[]) group by owner, asset`;
}

/**
 * Coins that were seen for payments and deposits of a PSP and are not credited: one walk along those of all PSPs, which
 * are those of the last blocks.
 */
export async function sumPending(sql: Tag, pspId: number): Promise<BalanceRow[]> {
  return sql<BalanceRow[]>`
    select o.coin as asset, sum(o.amount)::numeric(38, 0) as balance
    from merchant.chain_outputs o
    where not o.credited and o.purpose in ('payment', 'deposit') and (o.block_height is not null or o.unconfirmed)
      and o.screening is distinct from 'deny'
      and case o.purpose
        when 'payment' then (select p.psp_id from merchant.payments p where p.id = o.subject_id)
        else (select d.psp_id from merchant.deposit_addresses d where d.id = o.subject_id)
      end = ${pspId}
    group by o.coin`;
}

/** What movements of a kind moved in or out of an account, all of those with these references together. */
export async function sumEntries(
  sql: Tag,
  { kind, references, owner, asset }: { kind: string; references: string[]; owner: string; asset: string },
): Promise<bigint> {
  const [row] = await sql<{ sum: bigint }[]>`
    select coalesce(sum(e.amount), 0)::numeric(38, 0) as sum
    from merchant.ledger_movements m
    join merchant.ledger_entries e on e.movement_id = m.id and e.asset = ${asset}
    join merchant.ledger_accounts a on a.id = e.account_id and a.owner = ${owner}
    where m.kind = ${kind} and m.reference = any(${references}::text[])`;
  return row?.sum ?? 0n;
}

/** The stripes of an account together. */
export async function listBalances(sql: Tag, owner: string): Promise<BalanceRow[]> {
  return sql<BalanceRow[]>`
    select asset, sum(balance)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = ${owner} group by asset`;
}

export interface StatementRow {
  account_id: bigint;
  sequence: bigint;
  movement_id: string;
  kind: string;
  reference: string;
  asset: AssetCode;
  amount: bigint;
  balance_after: bigint;
  created_at: Date;
}

export interface StatementFilter {
  owner: string;
  asset: AssetCode | null;
  from: Date | null;
  to: Date | null;
  after: StatementPlace | undefined;
  limit: number;
}

/** Newest first. Each account gives at most a page by its own index; the pages are merged. */
export async function listEntries(sql: Tag, filter: StatementFilter): Promise<StatementRow[]> {
  const { owner, asset, from, to, after, limit } = filter;
  const afterAt = after ? new Date(after.createdAtMs) : null;
  const latest = to && afterAt ? (to < afterAt ? to : afterAt) : (to ?? afterAt);
  const { least, below } = idsAround(from, latest);
  return sql<StatementRow[]>`
    select e.account_id, e.sequence, e.movement_id, m.kind, m.reference, e.asset, e.amount, e.balance_after, e.created_at
    from (
      select e.* from merchant.ledger_accounts a cross join lateral (
        select * from merchant.ledger_entries e
        where e.account_id = a.id and e.movement_id >= ${least} and e.movement_id < ${below}
          and e.created_at >= coalesce(${from}::timestamptz, '-infinity')
          and e.created_at < coalesce(${to}::timestamptz, 'infinity')
          and e.created_at <= coalesce(${afterAt}::timestamptz, 'infinity')
          and (${afterAt}::timestamptz is null or (e.created_at, e.account_id, e.sequence)
            < (${afterAt}::timestamptz, ${after?.accountId ?? 0n}::bigint, ${after?.sequence ?? 0n}::bigint))
        order by e.created_at desc, e.sequence desc limit ${limit}
      ) e
      where a.owner = ${owner} and (${asset}::text is null or a.asset = ${asset})
      order by e.created_at desc, e.account_id desc, e.sequence desc limit ${limit}
    ) e join merchant.ledger_movements m on m.id = e.movement_id
    order by e.created_at desc, e.account_id desc, e.sequence desc`;
}

export interface KindSum {
  asset: AssetCode;
  kind: string;
  movements: number;
  came: bigint;
  went: bigint;
}

/** What came and went within a time, by asset and kind: one walk along the statement's index for each account. */
export async function sumKinds(
  sql: Tag,
  { owner, from, to }: { owner: string; from: Date; to: Date },
): Promise<KindSum[]> {
  const { least, below } = idsAround(from, to);
  return sql<KindSum[]>`
    select e.asset, m.kind, count(*)::int as movements,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::numeric(38, 0) as came,
      coalesce(sum(e.amount) filter (where e.amount < 0), 0)::numeric(38, 0) as went
    from merchant.ledger_accounts a
    join merchant.ledger_entries e on e.account_id = a.id and e.created_at >= ${from} and e.created_at < ${to}
      and e.movement_id >= ${least} and e.movement_id < ${below}
    join merchant.ledger_movements m on m.id = e.movement_id
    where a.owner = ${owner}
    group by 1, 2 order by 1, 2`;
}

/** With a day on both sides in two partitions at most. */
const nearMs = 26 * 24 * 3_600_000;

/**
 * What each account had before a moment: what it has, where nothing came since; else its last entry before then, by the
 * statement's index, first in the weeks before, and only then in all partitions.
 */
export async function listBalancesBefore(sql: Tag, owner: string, moment: Date): Promise<BalanceRow[]> {
  const since = new Date(moment.getTime() - nearMs);
  const near = idsAround(since, moment);
  const far = idsAround(null, since);
  return sql<BalanceRow[]>`
    select a.asset, sum(last.balance)::numeric(38, 0) as balance
    from merchant.ledger_accounts a cross join lateral (
      select case when a.last_entry_at < ${moment} then a.balance else coalesce(
        (select e.balance_after from merchant.ledger_entries e
         where e.account_id = a.id and e.created_at < ${moment} and e.created_at >= ${since}
           and e.movement_id >= ${near.least} and e.movement_id < ${near.below}
         order by e.created_at desc, e.sequence desc limit 1),
        (select e.balance_after from merchant.ledger_entries e
         where e.account_id = a.id and e.created_at < ${since} and e.movement_id < ${far.below}
         order by e.created_at desc, e.sequence desc limit 1)) end as balance
    ) last
    where a.owner = ${owner} and a.entry_count > 0 and last.balance is not null group by a.asset`;
}

import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import { idsAround } from '../../platform/postgres/paging.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import { claimSettledKind, type Movement, type Settling, type StatementPlace } from './ledger.rules.ts';

export type NewMovement = Movement & { id: string };

/**
 * Inserts movements and their entries in one statement. Accounts are locked in the order of their ids, to avoid
 * deadlocks.
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

export interface NewSettling extends Settling {
  /** Id of the movement, used if there is a claim to settle. */
  id: string;
}

/**
 * Settles claims with what their PSPs have available, a movement for each PSP and asset. Both accounts are locked before
 * they are compared: if one transaction books income and another a claim, the second sees the first.
 */
export function settleClaims(tx: Tx, settlings: readonly NewSettling[], createdAt: Date): void {
  tx.defer(tx`
    with locked as materialized (
      select given.id, given.reference, available.id as available_id, claim.id as claim_id,
        least(available.balance, -claim.balance) as amount
      from unnest(
        ${settlings.map(({ id }) => id)}::uuid[], ${settlings.map(({ available }) => available)}::text[],
        ${settlings.map(({ asset }) => asset)}::text[], ${settlings.map(({ reference }) => reference)}::text[]
      ) as given (id, owner, asset, reference)
      join merchant.ledger_accounts claim
        on claim.owner = given.owner || ':claim' and claim.asset = given.asset and claim.stripe = 0 and claim.balance < 0
      join merchant.ledger_accounts available
        on available.owner = given.owner and available.asset = given.asset and available.stripe = 0
      for update of available, claim
    ), due as (
      select * from locked where amount > 0
    ), movement as (
      insert into merchant.ledger_movements (id, kind, reference, created_at)
      select id, ${claimSettledKind}, reference || ':' || id, ${createdAt}::timestamptz from due
    )
    insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
    select entry.account_id, due.id, entry.amount, ${createdAt}::timestamptz
    from due cross join lateral (values (available_id, -amount), (claim_id, amount)) as entry (account_id, amount)
    order by entry.account_id`);
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

/** Returns the balances of several owners, with the owner in each row. */
export async function listBalancesOf(
  sql: Tag,
  owners: readonly string[],
): Promise<(BalanceRow & { owner: string })[]> {
  return sql<(BalanceRow & { owner: string })[]>`
    select owner, asset, sum(balance)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = any(${owners}::text[]) group by owner, asset`;
}

/**
 * Sums the uncredited coins seen for payments and deposits of a PSP. It reads those of all PSPs, which are only the
 * coins of the last blocks.
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

/** Lists entries, newest first. Each account contributes at most a page by its own index; the pages are merged. */
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

export interface DaySum {
  owner: string;
  asset: AssetCode;
  /** In UTC, for example 2027-03-01. */
  day: string;
  kind: string;
  is_credit: boolean;
  amount: bigint;
}

/** Sums the credits and debits of each UTC day by account and kind, with one index scan for each account. */
export async function sumDays(
  sql: Tag,
  { owners, from, to }: { owners: readonly string[]; from: Date; to: Date },
): Promise<DaySum[]> {
  const { least, below } = idsAround(from, to);
  return sql<DaySum[]>`
    select a.owner, a.asset, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, m.kind,
      e.amount > 0 as is_credit, sum(e.amount)::numeric(38, 0) as amount
    from merchant.ledger_accounts a
    cross join lateral (
      select movement_id, amount, created_at from merchant.ledger_entries
      where account_id = a.id and created_at >= ${from} and created_at < ${to}
        and movement_id >= ${least} and movement_id < ${below}
      -- Keeps the planner from walking the movements of all merchants instead.
      offset 0
    ) e
    join merchant.ledger_movements m on m.id = e.movement_id and m.id >= ${least} and m.id < ${below}
    where a.owner = any(${owners}::text[])
    group by 1, 2, 3, 4, 5`;
}

/** Sums the credits and debits of a period by asset and kind, with one index scan for each account. */
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

/** With a day on each side, this touches at most two partitions. */
const nearMs = 26 * 24 * 3_600_000;

/**
 * Returns the balance of each account before a moment: the present one if nothing was booked since, otherwise the one
 * after the last earlier entry. It searches the preceding weeks first, and all partitions only if needed.
 */
export async function listBalancesBefore(
  sql: Tag,
  owners: readonly string[],
  moment: Date,
): Promise<(BalanceRow & { owner: string })[]> {
  const since = new Date(moment.getTime() - nearMs);
  const near = idsAround(since, moment);
  const far = idsAround(null, since);
  return sql<(BalanceRow & { owner: string })[]>`
    select a.owner, a.asset, sum(last.balance)::numeric(38, 0) as balance
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
    where a.owner = any(${owners}::text[]) and a.entry_count > 0 and last.balance is not null
    group by a.owner, a.asset`;
}

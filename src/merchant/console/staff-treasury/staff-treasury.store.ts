import { idsAround } from '../../../platform/postgres/paging.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Books } from './treasury.rules.ts';

export async function selectBooks(sql: Sql): Promise<Books[]> {
  return sql<Books[]>`
    select asset,
      coalesce(sum(balance) filter (where owner ~ '^psp:[0-9]+$'), 0)::numeric(38, 0) as available,
      coalesce(sum(balance) filter (where owner like 'psp:%:held'), 0)::numeric(38, 0) as held,
      coalesce(sum(balance) filter (where owner like 'psp:%:fees'), 0)::numeric(38, 0) as fees,
      coalesce(sum(balance) filter (where owner = 'provider:payouts'), 0)::numeric(38, 0) as payouts,
      coalesce(sum(balance) filter (where owner = 'provider:chain'), 0)::numeric(38, 0) as chain,
      coalesce(sum(balance) filter (where owner = 'provider:cold'), 0)::numeric(38, 0) as cold,
      coalesce(sum(balance) filter (where owner = 'provider:bank'), 0)::numeric(38, 0) as bank,
      coalesce(sum(balance) filter (where owner = 'provider:sandbox'), 0)::numeric(38, 0) as sandbox
    from merchant.ledger_accounts group by asset`;
}

export interface WaitingPayouts {
  coin: CoinCode;
  /** Number of unsigned payouts; `reserved_amount` is the sum of their amounts. */
  reserved: number;
  reserved_amount: bigint;
  /** Number of signed payouts that are not final; `signed_amount` includes their fees. */
  signed: number;
  signed_amount: bigint;
}

export async function sumWaitingPayouts(sql: Sql): Promise<WaitingPayouts[]> {
  return sql<WaitingPayouts[]>`
    select coin, count(*) filter (where status = 'RESERVED')::int as reserved,
      coalesce(sum(amount) filter (where status = 'RESERVED'), 0)::numeric(38, 0) as reserved_amount,
      count(*) filter (where status = 'SIGNED')::int as signed,
      coalesce(sum(coalesce(fee, 0) + case when source is null then amount else 0 end)
        filter (where status = 'SIGNED'), 0)::numeric(38, 0) as signed_amount
    from merchant.payouts where status in ('RESERVED', 'SIGNED') group by coin`;
}

export interface WalletPoint {
  at: Date;
  coin: CoinCode;
  balance: bigint;
}

const dayMs = 24 * 3_600_000;

/**
 * Lists the balance of each hot wallet at the end of each day, oldest first. An account without entries since that day
 * has its current balance. For others the last entry before is looked up by index, first in the preceding weeks and
 * only then in all partitions. The cost therefore does not grow with the age of the ledger.
 */
export async function listWalletPoints(sql: Sql, until: Date, days: number): Promise<WalletPoint[]> {
  const ends = Array.from({ length: days }, (_, ago) => {
    const at = new Date(until.getTime() - ago * dayMs);
    const since = new Date(at.getTime() - 26 * dayMs);
    return { at, since, ...idsAround(since, at), olderBelow: idsAround(null, since).below };
  });
  return sql<WalletPoint[]>`
    select day.at, account.asset as coin, sum(-last.balance_after)::numeric(38, 0) as balance
    from unnest(
      ${ends.map(({ at }) => at.toISOString())}::timestamptz[], ${ends.map(({ since }) => since.toISOString())}::timestamptz[],
      ${ends.map(({ least }) => least)}::uuid[], ${ends.map(({ below }) => below)}::uuid[],
      ${ends.map(({ olderBelow }) => olderBelow)}::uuid[]) as day (at, since, least, below, older_below)
    cross join merchant.ledger_accounts account
    cross join lateral (
      select case when account.last_entry_at <= day.at then account.balance else coalesce(
        (select entry.balance_after from merchant.ledger_entries entry
         where entry.account_id = account.id and entry.created_at <= day.at and entry.created_at >= day.since
           and entry.movement_id >= day.least and entry.movement_id < day.below
         order by entry.created_at desc, entry.sequence desc limit 1),
        (select entry.balance_after from merchant.ledger_entries entry
         where entry.account_id = account.id and entry.created_at < day.since and entry.movement_id < day.older_below
         order by entry.created_at desc, entry.sequence desc limit 1)) end as balance_after
    ) last
    where account.owner = 'provider:chain' and last.balance_after is not null and account.entry_count > 0
    group by day.at, account.asset order by day.at`;
}

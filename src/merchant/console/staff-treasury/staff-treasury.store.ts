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
  /** Not signed yet, and what they will take. */
  reserved: number;
  reserved_amount: bigint;
  /** In no block yet, with their fees. */
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

/**
 * What the books had in the hot wallets at the end of each of these days, oldest first. Of every row of the account the
 * last entry before then, by its index: as quick after ten years as after a day.
 */
export async function listWalletPoints(sql: Sql, until: Date, days: number): Promise<WalletPoint[]> {
  return sql<WalletPoint[]>`
    select day.at, account.asset as coin, sum(-last.balance_after)::numeric(38, 0) as balance
    from generate_series(0, ${days - 1}::int) as ago (days)
    cross join lateral (select ${until}::timestamptz - ago.days * interval '24 hours' as at) day
    cross join merchant.ledger_accounts account
    cross join lateral (
      select entry.balance_after from merchant.ledger_entries entry
      where entry.account_id = account.id and entry.created_at <= day.at
      order by entry.created_at desc, entry.sequence desc limit 1
    ) last
    where account.owner = 'provider:chain'
    group by day.at, account.asset order by day.at`;
}

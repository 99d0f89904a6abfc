import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { AssetCode } from '../../assets/asset.rules.ts';
import { claimOn } from '../ledger.rules.ts';

export interface OwedRow {
  asset: AssetCode;
  amount: bigint;
}

export async function listOwed(sql: Tag, pspId: number): Promise<OwedRow[]> {
  return sql<OwedRow[]>`
    select asset, -balance as amount from merchant.ledger_accounts
    where owner = ${claimOn(pspId)} and owner like 'psp:%:claim' and balance < 0 order by asset`;
}

export interface OwingRow {
  asset: AssetCode;
  psps: number;
  amount: bigint;
}

/** Returns, by asset, the number of PSPs with claims and the total. */
export async function sumOwed(sql: Tag): Promise<OwingRow[]> {
  return sql<OwingRow[]>`
    select asset, count(*)::int as psps, sum(-balance)::numeric(38, 0) as amount from merchant.ledger_accounts
    where owner like 'psp:%:claim' and balance < 0 group by asset`;
}

export interface OpenClaim {
  psp_id: number;
  asset: AssetCode;
  /** The id of the removed payment, or of the order of the removed deposit. */
  reference: string;
  claimed: bigint;
  /** The unsettled part. */
  open: bigint;
  claimed_at: Date;
}

/** Lists open claims, oldest first. Income settles the oldest claim first, so the debt belongs to the newest claims. */
export async function listOpenClaims(sql: Tag, limit: number): Promise<OpenClaim[]> {
  return sql<OpenClaim[]>`
    select psp_id, asset, reference, claimed, least(claimed, owed - newer)::numeric(38, 0) as open, claimed_at from (
      select split_part(a.owner, ':', 2)::int as psp_id, a.asset, m.reference, -e.amount as claimed,
        e.created_at as claimed_at, -a.balance as owed,
        coalesce(sum(-e.amount) over (
          partition by a.id order by e.sequence desc rows between unbounded preceding and 1 preceding), 0) as newer
      from merchant.ledger_accounts a
      join merchant.ledger_entries e on e.account_id = a.id and e.amount < 0
      join merchant.ledger_movements m on m.id = e.movement_id
      where a.owner like 'psp:%:claim' and a.balance < 0
    ) claim where newer < owed order by claimed_at, psp_id limit ${limit}`;
}

export interface LossRow {
  /** Null if the PSP is unknown. */
  psp_id: number | null;
  /** Name of the PSP; null without a PSP. */
  name: string | null;
  asset: AssetCode;
  lost: bigint;
  owed: bigint;
}

/**
 * Returns losses and claims by PSP and asset in one snapshot. A loss belongs to the PSP that owns another account of the
 * same movement, or the refund. The losses of all rows add up to the balance of provider:losses.
 */
export async function sumLosses(sql: Tag): Promise<LossRow[]> {
  return sql<LossRow[]>`
    select one.psp_id, p.name, one.asset, sum(one.lost)::numeric(38, 0) as lost, sum(one.owed)::numeric(38, 0) as owed
    from (
      select coalesce(
          (select split_part(other_account.owner, ':', 2)::int
           from merchant.ledger_entries other
           join merchant.ledger_accounts other_account on other_account.id = other.account_id
           where other.movement_id = e.movement_id and other_account.owner like 'psp:%' limit 1),
          (select r.psp_id from merchant.refunds r
           where m.kind = 'refund_failed' and r.id = case m.kind when 'refund_failed' then m.reference::uuid end)
        ) as psp_id, e.asset, -e.amount as lost, 0 as owed
      from merchant.ledger_accounts a
      join merchant.ledger_entries e on e.account_id = a.id
      join merchant.ledger_movements m on m.id = e.movement_id
      where a.owner = 'provider:losses'
      union all
      select split_part(owner, ':', 2)::int, asset, 0, -balance from merchant.ledger_accounts
      where owner like 'psp:%:claim' and balance < 0
    ) one left join merchant.psps p on p.id = one.psp_id
    group by one.psp_id, p.name, one.asset having sum(one.lost) <> 0 or sum(one.owed) <> 0
    order by one.psp_id nulls last, one.asset`;
}

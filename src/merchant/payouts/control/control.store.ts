import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Payout } from '../payout.rules.ts';

export async function setApproval(
  tx: Tx,
  id: string,
  approval: 'approved' | 'rejected',
  now: Date,
): Promise<void> {
  await tx`update merchant.payouts set approval = ${approval}, updated_at = ${now} where id = ${id}`;
}

export async function setScreening(
  tx: Tx,
  id: string,
  screening: NonNullable<Payout['screening']>,
  now: Date,
): Promise<void> {
  await tx`update merchant.payouts set screening = ${screening}, updated_at = ${now} where id = ${id}`;
}

export interface HeldRow {
  coin: CoinCode;
  hold: 'approval' | 'screening';
  count: number;
}

export async function measureHeld(sql: Sql): Promise<HeldRow[]> {
  return sql<HeldRow[]>`
    select coin, case approval when 'waiting' then 'approval' else 'screening' end as hold, count(*)::int as count
    from merchant.payouts
    where status = 'RESERVED' and (approval = 'waiting' or screening in ('unasked', 'pending', 'review'))
    group by 1, 2`;
}

export interface NeedsRow {
  count: number;
  amount: bigint;
  cold: number;
}

/** Returns the amount and number of unsigned payouts, and the number of open transfers to the cold wallet. */
export async function readNeeds(tx: Tx, coin: CoinCode): Promise<NeedsRow> {
  const [row] = await tx<NeedsRow[]>`
    select count(*) filter (where status = 'RESERVED' and source is null)::int as count,
      coalesce(sum(amount + fee_allowance) filter (where status = 'RESERVED' and source is null), 0)::numeric(38, 0) as amount,
      count(*) filter (where kind = 'cold')::int as cold
    from merchant.payouts where coin = ${coin} and status in ('RESERVED', 'SIGNED')`;
  return row ?? { count: 0, amount: 0n, cold: 0 };
}

import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { AssetCode } from '../../assets/asset.rules.ts';
import type { Balance } from './ledger-check.rules.ts';

/** Makes all later reads of the transaction see one snapshot, while bookings continue. */
export async function holdSnapshot(tx: Tx): Promise<void> {
  await tx`set transaction isolation level repeatable read, read only`;
}

export async function sumAssets(tx: Tx): Promise<{ asset: AssetCode; sum: bigint }[]> {
  return tx<{ asset: AssetCode; sum: bigint }[]>`
    select asset, sum(balance)::numeric(38, 0) as sum from merchant.ledger_accounts group by asset order by asset`;
}

export interface MovementFault {
  id: string;
  kind: string;
  reference: string;
  asset: AssetCode;
  sum: bigint;
}

export async function countMovements(tx: Tx): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from merchant.ledger_movements`;
  return row?.count ?? 0;
}

export async function listUnbalanced(tx: Tx): Promise<MovementFault[]> {
  return tx<MovementFault[]>`
    select m.id, m.kind, m.reference, off.asset, off.sum from (
      select movement_id, asset, sum(amount)::numeric(38, 0) as sum from merchant.ledger_entries
      group by movement_id, asset having sum(amount) <> 0
    ) off join merchant.ledger_movements m on m.id = off.movement_id order by m.id, off.asset`;
}

export interface AccountRow extends Balance {
  id: bigint;
  /** The sum of its entries. */
  moved: bigint;
  entry_count: bigint;
  entries: bigint;
}

export async function listAccounts(tx: Tx): Promise<AccountRow[]> {
  return tx<AccountRow[]>`
    select a.id, a.owner, a.asset, a.balance as amount, coalesce(e.moved, 0)::numeric(38, 0) as moved, a.entry_count,
      coalesce(e.entries, 0)::bigint as entries
    from merchant.ledger_accounts a left join (
      select account_id, sum(amount) as moved, count(*) as entries from merchant.ledger_entries group by account_id
    ) e on e.account_id = a.id
    order by a.owner, a.asset, a.stripe`;
}

/** Returns the coins that should be held for merchants: receipts of their payments, less coins sold, sent or lost. */
export async function listHeld(tx: Tx): Promise<Balance[]> {
  return tx<Balance[]>`
    select 'psp:' || p.psp_id || ':held' as owner, s.coin as asset, sum(s.amount)::numeric(38, 0) as amount from (
      select subject_id as payment_id, coin, amount from merchant.chain_outputs where credited and purpose = 'payment'
      union all
      select p.id, c.coin, -p.settled_coin_amount from merchant.payments p
      join merchant.payment_choices c on c.id = p.settled_choice_id where p.reversed_at is null
      union all
      select payment_id, coin, -lost_fee_coin_amount - case status when 'FAILED' then 0 else held_coin_amount end
      from merchant.refunds
      union all
      select payment_id, coin, lost_amount - case status when 'FAILED' then 0 else amount end
      from merchant.payment_releases
      union all
      select p.id, c.coin, p.lost_coin_amount from merchant.payments p
      join merchant.payment_choices c on c.id = p.choice_id where p.lost_coin_amount <> 0
    ) s join merchant.payments p on p.id = s.payment_id group by p.psp_id, s.coin`;
}

/**
 * Returns the coins that the provider's accounts should have: in payouts, in cold wallets, on chains and spent on fees,
 * with the euros charged for those fees and those reserved for fees and refund links.
 */
export async function listProvided(tx: Tx): Promise<Balance[]> {
  return tx<Balance[]>`
    select owner, asset, sum(amount)::numeric(38, 0) as amount from (
      select 'provider:payouts' as owner, coin as asset, amount + fee_allowance as amount from merchant.payouts
      where kind <> 'collection' and status in ('RESERVED', 'SIGNED')
      union all
      select 'provider:cold', coin, -amount from merchant.payouts
      where kind = 'cold' and status in ('RESERVED', 'SIGNED', 'COMPLETED')
      union all
      -- Change of what we send never left.
      select 'provider:chain', o.coin, -o.amount from merchant.chain_outputs o
      where o.credited and not exists (
        select from merchant.chain_sent t where t.coin = o.coin and t.transaction_id = o.transaction_id)
      union all
      select 'provider:chain', coin, fee + case kind when 'collection' then 0 else amount end from merchant.payouts
      where status = 'COMPLETED'
      union all
      select 'provider:chain', coin, lost_fee from merchant.payouts
      union all
      select 'provider:fees', coin, fee_allowance - fee from merchant.payouts where status = 'COMPLETED'
      union all
      select 'provider:fees', coin, -lost_fee from merchant.payouts
      union all
      select 'provider:fees', coin, lost_fee_coin_amount from merchant.refunds
      union all
      select 'provider:fees', 'EUR', fee_charge from merchant.payouts
      union all
      select 'psp:' || psp_id || ':fees', 'EUR', fee_reserve from merchant.payouts where psp_id > 0
      union all
      select 'psp:' || psp_id || ':fees', 'EUR', euro_amount from merchant.refund_links where status = 'OPEN'
    ) shares group by owner, asset`;
}

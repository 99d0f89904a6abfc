import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { PayoutLimits } from './limit.rules.ts';

export interface Controls {
  only_allowed_addresses: boolean;
  allowed: boolean;
  limited: boolean;
}

/** Reads limits and allowed address in one statement, because nearly every payout needs them. */
export async function readControls(
  tx: Tx,
  pspId: number,
  coin: CoinCode,
  destination: string,
): Promise<Controls | undefined> {
  const [row] = await tx<Controls[]>`
    select only_allowed_addresses,
      exists (select from merchant.allowed_addresses
        where psp_id = ${pspId} and coin = ${coin} and destination = ${destination}) as allowed,
      exists (select from merchant.payout_limits where psp_id = ${pspId} and coin = ${coin}) as limited
    from merchant.psps where id = ${pspId}`;
  return row;
}

/** Locks the limits, so that payouts of a PSP and coin are checked one after the other. */
export async function lockLimits(tx: Tx, pspId: number, coin: CoinCode): Promise<PayoutLimits | undefined> {
  const [row] = await tx<PayoutLimits[]>`
    select one_amount, day_amount, approval_amount from merchant.payout_limits
    where psp_id = ${pspId} and coin = ${coin} for update`;
  return row;
}

/**
 * Sums the payouts requested since `since` and not given back. There is no upper bound, because another process's clock
 * may be ahead.
 */
export async function sumRequested(tx: Tx, pspId: number, coin: CoinCode, since: Date): Promise<bigint> {
  const [row] = await tx<{ sum: bigint }[]>`
    select coalesce(sum(amount), 0)::numeric(38, 0) as sum from merchant.payouts
    where psp_id = ${pspId} and coin = ${coin} and created_at > ${since}
      and kind in ('withdrawal', 'refund') and status not in ('FAILED', 'REVERSED')`;
  return row?.sum ?? 0n;
}

export interface LimitsRow extends PayoutLimits {
  coin: CoinCode;
}

export async function selectLimits(sql: Sql | Tx, pspId: number): Promise<LimitsRow[]> {
  return sql<LimitsRow[]>`
    select coin, one_amount, day_amount, approval_amount from merchant.payout_limits
    where psp_id = ${pspId} order by coin`;
}

export async function lockPsp(tx: Tx, pspId: number): Promise<boolean> {
  const rows = await tx`select from merchant.psps where id = ${pspId} for no key update`;
  return rows.length > 0;
}

export async function saveLimits(
  tx: Tx,
  pspId: number,
  coin: CoinCode,
  limits: PayoutLimits | undefined,
): Promise<void> {
  if (!limits) {
    await tx`delete from merchant.payout_limits where psp_id = ${pspId} and coin = ${coin}`;
    return;
  }
  await tx`
    insert into merchant.payout_limits (psp_id, coin, one_amount, day_amount, approval_amount)
    values (${pspId}, ${coin}, ${limits.one_amount}, ${limits.day_amount}, ${limits.approval_amount})
    on conflict (psp_id, coin) do update set one_amount = excluded.one_amount,
      day_amount = excluded.day_amount, approval_amount = excluded.approval_amount`;
}

export interface AllowedAddress {
  coin: CoinCode;
  destination: string;
  address: string;
  destination_tag: string | null;
}

/** Adds an address; the first one switches the list on. Returns false if the address is on the list already. */
export async function addAddress(
  tx: Tx,
  pspId: number,
  allowed: AllowedAddress,
  addedBy: string,
  now: Date,
): Promise<boolean> {
  await tx`update merchant.psps set only_allowed_addresses = true where id = ${pspId}`;
  const added = await tx`
    insert into merchant.allowed_addresses (
      psp_id, coin, destination, address, destination_tag, added_by, created_at)
    values (
      ${pspId}, ${allowed.coin}, ${allowed.destination}, ${allowed.address}, ${allowed.destination_tag}, ${addedBy}, ${now})
    on conflict do nothing`;
  return added.count > 0;
}

export async function deleteAddress(
  tx: Tx,
  pspId: number,
  coin: CoinCode,
  destination: string,
): Promise<boolean> {
  const deleted = await tx`
    delete from merchant.allowed_addresses
    where psp_id = ${pspId} and coin = ${coin} and destination = ${destination}`;
  return deleted.count > 0;
}

export async function dropAddresses(tx: Tx, pspId: number): Promise<void> {
  await tx`update merchant.psps set only_allowed_addresses = false where id = ${pspId}`;
  await tx`delete from merchant.allowed_addresses where psp_id = ${pspId}`;
}

export async function isListOn(sql: Sql, pspId: number): Promise<boolean | undefined> {
  const [row] = await sql<{ on: boolean }[]>`
    select only_allowed_addresses as on from merchant.psps where id = ${pspId}`;
  return row?.on;
}

export async function selectAddresses(sql: Sql, pspId: number): Promise<AllowedAddress[]> {
  return sql<AllowedAddress[]>`
    select coin, destination, address, destination_tag from merchant.allowed_addresses
    where psp_id = ${pspId} order by coin, address, destination_tag`;
}

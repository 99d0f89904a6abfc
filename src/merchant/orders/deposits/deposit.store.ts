import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { ShownCustomer } from '../../customers/customer.rules.ts';
import type { DepositingCustomer, DepositMode } from './deposit.rules.ts';

/** The customer fields, except the reference, are null after an erasure. */
export interface DepositAddress extends Omit<ShownCustomer, 'customer_reference_id'> {
  customer_reference_id: string;
  id: string;
  psp_id: number;
  coin: CoinCode;
  address: string | null;
  destination_tag: string | null;
  created_at: Date;
}

/**
 * Returns the row of this customer and coin and inserts it if necessary. A concurrent caller waits for the first one's
 * commit and finds its row.
 */
export async function ensureAddress(
  tx: Tx,
  given: Pick<DepositAddress, 'id' | 'psp_id' | 'coin'> & { customer: DepositingCustomer; createdAt: Date },
): Promise<DepositAddress> {
  const { customer } = given;
  const [row] = await tx<DepositAddress[]>`
    insert into merchant.deposit_addresses (
      id, psp_id, coin, customer_reference_id, customer_first_name, customer_last_name, customer_email_address,
      customer_ip_address, created_at)
    values (
      ${given.id}, ${given.psp_id}, ${given.coin}, ${customer.customer_reference_id}, ${customer.customer_first_name},
      ${customer.customer_last_name}, ${customer.customer_email_address}, ${customer.customer_ip_address ?? null},
      ${given.createdAt})
    on conflict (psp_id, customer_reference_id, coin) do update set
      customer_first_name = excluded.customer_first_name, customer_last_name = excluded.customer_last_name,
      customer_email_address = excluded.customer_email_address,
      customer_ip_address = coalesce(excluded.customer_ip_address, deposit_addresses.customer_ip_address)
    returning *`;
  if (!row) throw new Error('a deposit address was neither made nor found');
  return row;
}

export async function setAddress(
  tx: Tx,
  id: string,
  address: string,
  destinationTag: string | null,
): Promise<void> {
  await tx`
    update merchant.deposit_addresses set address = ${address}, destination_tag = ${destinationTag} where id = ${id}`;
}

export type LockedAddress = DepositAddress & {
  deposit_mode: DepositMode;
};

export async function lockAddress(tx: Tx, id: string): Promise<LockedAddress | undefined> {
  const [row] = await tx<LockedAddress[]>`
    select a.*, p.deposit_mode from merchant.deposit_addresses a join merchant.psps p on p.id = a.psp_id
    where a.id = ${id} for update of a`;
  return row;
}

export interface Deposit {
  order_id: string;
  address_id: string;
  coin: CoinCode;
  transaction_id: string;
  output_index: number;
  credit_count: number;
  mode: DepositMode;
  amount: bigint;
  euro_amount: bigint | null;
  created_at: Date;
}

export async function insertDeposit(tx: Tx, deposit: Deposit): Promise<void> {
  await tx`
    insert into merchant.deposits (
      order_id, address_id, coin, transaction_id, output_index, credit_count, mode, amount, euro_amount, created_at)
    values (
      ${deposit.order_id}, ${deposit.address_id}, ${deposit.coin}, ${deposit.transaction_id}, ${deposit.output_index},
      ${deposit.credit_count}, ${deposit.mode}, ${deposit.amount}, ${deposit.euro_amount}, ${deposit.created_at})`;
}

export type OutputKey = Pick<Deposit, 'coin' | 'transaction_id' | 'output_index'>;

/** Marks the deposit of this output as reversed and returns it; undefined if it was reversed before. */
export async function markReversed(tx: Tx, key: OutputKey, now: Date): Promise<Deposit | undefined> {
  const [row] = await tx<(Deposit & { reversed_at: Date })[]>`
    update merchant.deposits set reversed_at = ${now}
    where coin = ${key.coin} and transaction_id = ${key.transaction_id} and output_index = ${key.output_index}
      and reversed_at is null
    returning *`;
  return row;
}

/** Returns false if the PSP does not exist. */
export async function setDepositMode(tx: Tx, pspId: number, mode: DepositMode): Promise<boolean> {
  const updated = await tx`update merchant.psps set deposit_mode = ${mode} where id = ${pspId}`;
  return updated.count > 0;
}

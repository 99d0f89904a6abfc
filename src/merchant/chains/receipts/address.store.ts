import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressPurpose } from './receipt.rules.ts';

export interface NewAddress {
  coin: CoinCode;
  destination: string;
  address: string;
  destinationTag: string | null;
  /** See `Chain.accountNumber`. */
  account: number;
  branch: number;
  index: number;
  purpose: AddressPurpose;
  subjectId: string;
  createdAt: Date;
}

/** In the table `branch` is 0 for addresses of customers, and `path_branch` has the derivation branch if it differs. */
const rowOf = (sql: Tag, address: NewAddress) => {
  const { branch, purpose } = address;
  const isNamed = branch > 1;
  return sql`
    insert into merchant.chain_addresses (
      coin, destination, address, destination_tag, account, branch, path_branch, address_index, purpose, subject_id,
      created_at)
    select
      ${address.coin}, ${address.destination}, ${address.address}, ${address.destinationTag}, ${address.account}::smallint,
      ${isNamed ? Number(purpose === 'funds') : branch}::smallint, ${isNamed ? branch : null}::integer,
      ${address.index}::bigint, ${purpose}, ${address.subjectId}::uuid, ${address.createdAt}::timestamptz`;
};

export function insertAddress(tx: Tx, address: NewAddress): void {
  tx.defer(rowOf(tx, address));
}

/** Stores an address that is always the same, unless it is stored already. */
export async function keepAddress(sql: Tag, address: NewAddress): Promise<void> {
  await sql`${rowOf(sql, address)} on conflict (coin, destination) do nothing`;
}

/**
 * Returns false if the address was assigned before, if coins came to it, or if another server than that of this
 * transaction began its branch.
 */
export async function insertUnusedAddress(tx: Tx, address: NewAddress): Promise<boolean> {
  const rows = await tx`
    ${rowOf(tx, address)}
    where not exists (
        select from merchant.chain_outputs
        where coin = ${address.coin} and destination = ${address.destination})
      and not exists (
        select from merchant.address_branches
        where coin = ${address.coin} and branch = ${address.branch} and server <> merchant.present_server())
    on conflict (coin, destination) do nothing
    returning coin`;
  return rows.length > 0;
}

/** Locks a subject by its addresses, because funds have no row of their own to lock. */
export async function lockAddresses(tx: Tx, subjectId: string): Promise<void> {
  await tx`
    select from merchant.chain_addresses where subject_id = ${subjectId} order by coin, destination for no key update`;
}

export async function isAssigned(sql: Tag, coin: CoinCode, destination: string): Promise<boolean> {
  const rows = await sql`
    select from merchant.chain_addresses where coin = ${coin} and destination = ${destination}`;
  return rows.length > 0;
}

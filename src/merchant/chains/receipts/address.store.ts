import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressPurpose } from './receipt.rules.ts';

/** From a sequence: nobody else gets these, also where the transaction is rolled back. */
export async function nextAddressIndexes(tx: Tx, coin: CoinCode, count: number): Promise<number[]> {
  const sequence = `merchant.${coin.toLowerCase()}_address_index`;
  const rows = await tx<{ index: bigint }[]>`
    select nextval(${sequence}::text::regclass) as index from generate_series(1, ${count}::int)`;
  return rows.map((row) => Number(row.index));
}

interface NewAddress {
  coin: CoinCode;
  destination: string;
  address: string;
  destinationTag: string | null;
  /** As `Chain.accountNumber`. */
  account: number;
  branch: number;
  index: number;
  purpose: AddressPurpose;
  subjectId: string;
  createdAt: Date;
}

export function insertAddress(tx: Tx, address: NewAddress): void {
  tx.defer(tx`
    insert into merchant.chain_addresses (
      coin, destination, address, destination_tag, account, branch, address_index, purpose, subject_id, created_at)
    values (
      ${address.coin}, ${address.destination}, ${address.address}, ${address.destinationTag}, ${address.account},
      ${address.branch}, ${address.index}, ${address.purpose}, ${address.subjectId}, ${address.createdAt})`);
}

/** The same for one that is always the same: whoever comes second finds it there. */
export async function keepAddress(sql: Tag, address: NewAddress): Promise<void> {
  await sql`
    insert into merchant.chain_addresses (
      coin, destination, address, destination_tag, account, branch, address_index, purpose, subject_id, created_at)
    values (
      ${address.coin}, ${address.destination}, ${address.address}, ${address.destinationTag}, ${address.account},
      ${address.branch}, ${address.index}, ${address.purpose}, ${address.subjectId}, ${address.createdAt})
    on conflict (coin, destination) do nothing`;
}

/** Locks a subject by its addresses: funds have no row of their own that could be locked. */
export async function lockAddresses(tx: Tx, subjectId: string): Promise<void> {
  await tx`
    select from merchant.chain_addresses where subject_id = ${subjectId} order by coin, destination for no key update`;
}

export async function isAssigned(sql: Tag, coin: CoinCode, destination: string): Promise<boolean> {
  const rows = await sql`
    select from merchant.chain_addresses where coin = ${coin} and destination = ${destination}`;
  return rows.length > 0;
}

import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Address, Chain } from '../chain.ts';
import { isAssigned } from './address.store.ts';

/** Whether the address is one that we gave out, or of an account of ours: a payout to it would come back to us. */
export async function isOurs(sql: Tag, chain: Chain, address: Address): Promise<boolean> {
  return chain.addresses.owns(address.destination) || isAssigned(sql, chain.coin, address.destination);
}

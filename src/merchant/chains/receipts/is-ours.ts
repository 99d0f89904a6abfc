import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Address, Chain } from '../chain.ts';
import { isAssigned } from './address.store.ts';

/**
 * Returns whether the address was assigned here or belongs to an account of ours. A payout to it would come back to us.
 */
export async function isOurs(sql: Tag, chain: Chain, address: Address): Promise<boolean> {
  return chain.addresses.owns(address.destination) || isAssigned(sql, chain.coin, address.destination);
}

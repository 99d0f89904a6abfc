import type { Tag } from '../../platform/postgres/client/sql.ts';
import { invalidField } from '../../platform/problem.ts';
import { requireAddress } from '../chains/addresses/require-address.ts';
import type { Address, Chain } from '../chains/chain.ts';
import { isOurs } from '../chains/receipts/is-ours.ts';

export interface RefundAddressInput {
  readonly refund_address: string;
  readonly destination_tag?: string | number | null | undefined;
}

/** An address of the coin that was paid with, where a customer can get it. */
export async function readRefundAddress(
  sql: Tag,
  chain: Chain,
  { refund_address: given, destination_tag: tag = null }: RefundAddressInput,
): Promise<Address> {
  const parsed = chain.addresses.parse(given, tag === null ? null : String(tag));
  const address = requireAddress(parsed, { address: 'refund_address', tag: 'destination_tag' });
  // It would come back as a payment that nobody made.
  if (await isOurs(sql, chain, address)) {
    const message = 'must be an address of the customer, not of this service';
    throw invalidField('refund_address', 'not_allowed', message);
  }
  return address;
}

import type { Tag } from '../../platform/postgres/client/sql.ts';
import { invalidField } from '../../platform/problem.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { isLegacyAddress } from '../chains/addresses/base58-address.ts';
import { requireAddress } from '../chains/addresses/require-address.ts';
import type { Address, Chain } from '../chains/chain.ts';
import { isOurs } from '../chains/receipts/is-ours.ts';
import { addressWords } from '../details/address-words.rules.ts';

export interface RefundAddressInput {
  readonly refund_address: string;
  readonly destination_tag?: string | number | null | undefined;
}

/** Parses an address of the paid coin and refuses addresses that are not the customer's. */
export async function readRefundAddress(
  sql: Tag,
  chain: Chain,
  { refund_address: given, destination_tag: tag = null }: RefundAddressInput,
): Promise<Address> {
  const parsed = chain.addresses.parse(given, tag === null ? null : String(tag));
  const address = requireAddress(parsed, { address: 'refund_address', tag: 'destination_tag' });
  // The refund would come back as a payment by mistake.
  if (await isOurs(sql, chain, address)) {
    throw invalidField('refund_address', 'not_allowed', addressWords.notCustomerAddress);
  }
  return address;
}

export const legacyAddressFault = 'legacy_address';

/** Legacy addresses of BTC and BCH look the same, so a customer could paste a BTC address by mistake. */
export function refuseLegacyAddress(coin: CoinCode | null, given: string): void {
  if (coin === 'BCH' && isLegacyAddress(given))
    throw invalidField('refund_address', legacyAddressFault, addressWords.legacyAddress);
}

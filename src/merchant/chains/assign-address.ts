import type { Tx } from '../../platform/postgres/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { insertAddress, nextAddressIndexes } from './address.store.ts';
import type { Address, Branch } from './chain.ts';
import type { Chains } from './chains.ts';
import type { AddressPurpose } from './receipt.rules.ts';

export interface AddressRequest {
  readonly coin: CoinCode;
  readonly purpose: AddressPurpose;
  readonly subjectId: string;
}

/** A fresh address that is watched from the commit on. */
export async function assignAddress(
  tx: Tx,
  context: Pick<MerchantContext, 'chains' | 'clock'>,
  request: AddressRequest,
): Promise<Address> {
  const book = context.chains.get(request.coin).addresses;
  const branch: Branch = request.purpose === 'funds' ? 1 : 0;
  const index = await takeIndex(tx, context.chains, request.coin);
  const address = book.derive(branch, index);
  await insertAddress(tx, { ...request, ...address, branch, index, createdAt: context.clock.now() });
  return address;
}

/** Few enough that a restart leaves no gap that wallets would stop at when they look for an account's coins. */
const indexesAtOnce = 8;
const taken = new WeakMap<Chains, Map<CoinCode, number[]>>();

/** Asked for several at a time: most addresses then cost one statement less. */
async function takeIndex(tx: Tx, chains: Chains, coin: CoinCode): Promise<number> {
  const own = taken.get(chains) ?? new Map<CoinCode, number[]>();
  taken.set(chains, own);
  const index = own.get(coin)?.shift();
  if (index !== undefined) return index;
  const [first = 0, ...others] = await nextAddressIndexes(tx, coin, indexesAtOnce);
  own.set(coin, [...(own.get(coin) ?? []), ...others]);
  return first;
}

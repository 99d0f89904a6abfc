import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Address, Branch } from '../chain.ts';
import type { Chains } from '../chains.ts';
import { insertAddress, nextAddressIndexes } from './address.store.ts';
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
  const branch: Branch = request.purpose === 'funds' ? 1 : 0;
  const fresh =
    branch === 0
      ? await takeFromStock(tx, context.chains, request.coin)
      : (await makeAddresses(tx, context.chains, request.coin, branch, 1))[0];
  assert(fresh);
  const { index, address } = fresh;
  insertAddress(tx, { ...request, ...address, branch, index, createdAt: context.clock.now() });
  return address;
}

interface Fresh {
  readonly index: number;
  readonly address: Address;
}

/** Few enough that a restart leaves no gap that wallets would stop at when they look for an account's coins. */
const addressesAtOnce = 8;
const stocks = new WeakMap<Chains, Map<CoinCode, Fresh[]>>();

/** What customers pay to is made several at a time: most addresses then cost one statement less and no arithmetic. */
async function takeFromStock(tx: Tx, chains: Chains, coin: CoinCode): Promise<Fresh> {
  const stock = stocks.get(chains) ?? new Map<CoinCode, Fresh[]>();
  stocks.set(chains, stock);
  const kept = stock.get(coin)?.shift();
  if (kept) return kept;
  const [first, ...others] = await makeAddresses(tx, chains, coin, 0, addressesAtOnce);
  assert(first);
  stock.set(coin, [...(stock.get(coin) ?? []), ...others]);
  return first;
}

async function makeAddresses(
  tx: Tx,
  chains: Chains,
  coin: CoinCode,
  branch: Branch,
  count: number,
): Promise<Fresh[]> {
  const indexes = await nextAddressIndexes(tx, coin, count);
  const addresses = indexes.map((index) => chains.get(coin).addresses.derive(branch, index));
  return addresses.map((address, place) => ({ address, index: indexes[place] ?? 0 }));
}

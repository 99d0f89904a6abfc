import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Address, Branch } from '../chain.ts';
import type { Chains } from '../chains.ts';
import { insertAddress, nextAddressIndexes } from './address.store.ts';
import type { AddressPurpose } from './receipt.rules.ts';

interface AddressRequest {
  readonly coin: CoinCode;
  readonly purpose: AddressPurpose;
  readonly subjectId: string;
}

/** An address that nobody was given before; what comes to it is seen from the commit on. */
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

interface FreshAddress {
  readonly index: number;
  readonly address: Address;
}

/**
 * How many indexes are taken at once. Those that are left when the process ends are never handed out, so these are few;
 * but gaps there are, and long ones: every payment uses up an index whether it is paid or not, and both branches count
 * by one sequence. A wallet that is to find all coins of the account needs a gap limit above the highest index
 * (docs/operations.md, "Paying out").
 */
const addressesAtOnce = 8;
/** Addresses that are derived and not handed out yet, of each set of chains that is open. */
const stocks = new WeakMap<Chains, Map<CoinCode, FreshAddress[]>>();

/** What customers pay to is made several at a time: most addresses then cost one statement less and no arithmetic. */
async function takeFromStock(tx: Tx, chains: Chains, coin: CoinCode): Promise<FreshAddress> {
  const stock = stocks.get(chains) ?? new Map<CoinCode, FreshAddress[]>();
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
): Promise<FreshAddress[]> {
  const indexes = await nextAddressIndexes(tx, coin, count);
  const addresses = indexes.map((index) => chains.get(coin).addresses.derive(branch, index));
  return addresses.map((address, place) => ({ address, index: indexes[place] ?? 0 }));
}

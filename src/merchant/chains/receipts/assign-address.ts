import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Address, Branch } from '../chain.ts';
import type { Chains } from '../offered-chains.ts';
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
  const { chains, clock } = context;
  const branch: Branch = request.purpose === 'funds' ? 1 : 0;
  const index =
    branch === 0 ? await takeFromStock(tx, chains, request.coin) : await takeOne(tx, request.coin);
  const { addresses, accountNumber: account } = chains.get(request.coin);
  const address = addresses.derive(branch, index);
  insertAddress(tx, { ...request, ...address, account, branch, index, createdAt: clock.now() });
  return address;
}

/**
 * How many indexes are taken at once. Those that are left when the process ends are never handed out, so these are few;
 * but gaps there are, and long ones: every payment uses up an index whether it is paid or not, and both branches count
 * by one sequence. A wallet that is to find all coins of the account needs a gap limit above the highest index
 * (docs/operations.md, "Paying out").
 */
const indexesAtOnce = 8;
/** Indexes that are taken and not used yet, of each set of chains that is open. */
const stocks = new WeakMap<Chains, Map<CoinCode, number[]>>();

/** For what customers pay to: seven of eight addresses then cost a statement less. */
async function takeFromStock(tx: Tx, chains: Chains, coin: CoinCode): Promise<number> {
  const stock = stocks.get(chains) ?? new Map<CoinCode, number[]>();
  stocks.set(chains, stock);
  const kept = stock.get(coin)?.shift();
  if (kept !== undefined) return kept;
  const [first, ...others] = await nextAddressIndexes(tx, coin, indexesAtOnce);
  assert(first !== undefined);
  stock.set(coin, [...(stock.get(coin) ?? []), ...others]);
  return first;
}

/** For change and funds, of which few are needed: those left over would be more gaps. */
async function takeOne(tx: Tx, coin: CoinCode): Promise<number> {
  const [index] = await nextAddressIndexes(tx, coin, 1);
  assert(index !== undefined);
  return index;
}

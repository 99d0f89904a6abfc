import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Address, Chain } from '../chain.ts';
import { selectState } from '../state/chain-state.store.ts';
import { nodeUnavailable } from '../state/get-chain-state.ts';
import { insertAddress, insertUnusedAddress } from './address.store.ts';
import { insertBranches, msToNextSecond, nextPlaces, type Place } from './branch.store.ts';
import type { AddressPurpose } from './receipt.rules.ts';

interface AddressRequest {
  readonly coin: CoinCode;
  readonly purpose: AddressPurpose;
  readonly subjectId: string;
}

/** An address without a history on its chain, according to the node a moment ago. */
export interface UnusedAddress extends Place {
  readonly address: Address;
}

type AssignContext = Pick<MerchantContext, 'chains' | 'clock' | 'log'>;

/**
 * Assigns an address that was never used. Its receipts are seen from the commit on. Chains that can report an address's
 * history need `unused`: see `withUnusedAddress`.
 */
export async function assignAddress(
  tx: Tx,
  context: AssignContext,
  request: AddressRequest,
  unused?: UnusedAddress,
): Promise<Address> {
  const { coin } = request;
  const chain = context.chains.get(coin);
  const row = { ...request, account: chain.accountNumber, createdAt: context.clock.now() };
  if (chain.node.hasHistory) {
    if (!unused) throw new UnusedAddressNeeded(chain);
    const { address, ...place } = unused;
    // The database was replaced, or coins arrived, since the node was asked. The caller may try again.
    if (!(await insertUnusedAddress(tx, { ...row, ...address, ...place }))) throw nodeUnavailable(coin);
    return address;
  }
  const place = await takePlace(tx, context, coin);
  const address = chain.addresses.derive(place.branch, place.index);
  insertAddress(tx, { ...row, ...address, ...place });
  return address;
}

class UnusedAddressNeeded extends Error {
  readonly chain: Chain;
  constructor(chain: Chain) {
    super(`an address of ${chain.coin} is assigned once its node has been asked about it`);
    this.chain = chain;
  }
}

/**
 * Runs an operation that may assign an address. If it needs one, asks the node about an address outside of any
 * transaction and runs the operation again with it.
 */
export async function withUnusedAddress<T>(
  context: Pick<MerchantContext, 'sql' | 'log'>,
  run: (unused?: UnusedAddress) => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UnusedAddressNeeded)) throw error;
    return run(await findUnusedAddress(context, error.chain));
  }
}

/** If this many addresses in a row have a history, another system uses the account. */
const mostTries = 20;

async function findUnusedAddress(
  context: Pick<MerchantContext, 'sql' | 'log'>,
  chain: Chain,
): Promise<UnusedAddress> {
  const { coin, node } = chain;
  const readTo = Number((await selectState(context.sql, coin))?.height ?? -1);
  for (let tries = 0; tries < mostTries; tries++) {
    const candidate = await takeCandidate(context, chain);
    try {
      if (!(await node.hasHistory?.(candidate.address, readTo))) return candidate;
    } catch (error) {
      context.log.warn({ err: error, coin }, 'a node does not say whether an address was used before');
      throw nodeUnavailable(coin);
    }
    const { branch, index } = candidate;
    context.log.error({ coin, branch, index }, 'an address with a history on the chain is not assigned');
  }
  throw nodeUnavailable(coin);
}

/** The smallest tag that wallets do not treat as absent. */
const firstTag = 1;
const endOfTags = 2 ** 32;

/**
 * Draws a random tag. If 1 000 tags were lost and 10 000 are assigned after the restore, one in 430 restores draws a
 * lost tag. A tag that was ever paid is not assigned.
 */
async function takeCandidate(
  context: Pick<MerchantContext, 'sql' | 'log'>,
  { coin, addresses }: Chain,
): Promise<UnusedAddress> {
  if (addresses.ofTag) {
    const tag = randomInt(firstTag, endOfTags);
    return { address: addresses.ofTag(tag), branch: 0, index: tag };
  }
  const place = await takePlace(context.sql, context, coin);
  return { ...place, address: addresses.derive(place.branch, place.index) };
}

/** Takes the next index of a branch that no copy of this database and no earlier server has used. */
export async function takePlace(
  sql: Tag,
  context: Pick<MerchantContext, 'log'>,
  coin: CoinCode,
): Promise<Place> {
  for (;;) {
    const [place] = await nextPlaces(sql, coin, 1);
    if (place) return place;
    await beginBranches(sql, context, [coin]);
    // A branch is used only after its second has passed. Waiting also skips known seconds after a clock was set back.
    await sleep((await msToNextSecond(sql)) + 1);
  }
}

/**
 * Begins branches that are named after this second. They are logged, because the log is stored outside the database and
 * names the lost branches after a restore.
 */
export async function beginBranches(
  sql: Tag,
  { log }: Pick<MerchantContext, 'log'>,
  coins: readonly CoinCode[],
): Promise<void> {
  for (const { coin, branch } of await insertBranches(sql, coins))
    log.info({ coin, branch }, 'addresses are taken from a new branch');
}

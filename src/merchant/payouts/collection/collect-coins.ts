import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { Address, Chain, PayingAccount } from '../../chains/chain.ts';
import { leadChains, watchChain, type ChainWork } from '../../chains/lead-chains.ts';
import { listCollectable } from '../../chains/outgoing/list-spendable.ts';
import { getChainState, requireReadyChain } from '../../chains/state/get-chain-state.ts';
import { isFrozen } from '../../chains/freezes/freeze-payouts.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { isCollecting, isPaying } from '../is-collecting.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import { payoutsChannel, requestPayout } from '../request-payout.ts';

export type CollectionContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'chains' | 'settings' | 'signals'
>;

const turnMs = 60_000;
/** Collections per run. Each one is a transaction. */
const mostAtOnce = 50;
/** This many fees stay at the address, so that the fee can be raised to this multiple. */
const keptFees = 2n;

/** Books only the fee, because collected coins stay in the provider's wallet. */
export const collectionOwner: PayoutOwner = {
  async approved() {},
  completed: async () => [],
  failed: async () => [],
  reversed: async () => [],
};

/**
 * Requests collections: payouts that move coins from customers' addresses and former paying accounts to the paying
 * account, if the amount is worth the fee. Returns their number.
 */
export async function collectCoins(context: CollectionContext, chain: Chain): Promise<number> {
  const { coin, node, payer, payingAddress } = chain;
  if (!payer?.collects || !payingAddress || !node.readAccount) return 0;
  const { feeRate } = requireReadyChain(await getChainState(context.sql, coin));
  const feeMinor = chain.usualFee(feeRate);
  const leastMinor = worthCollecting(feeMinor, context.settings.COLLECTION_FEE_PERCENT);
  let asked = 0;
  for (const from of await listCollectable(context.sql, chain, leastMinor, mostAtOnce)) {
    if (from.destination === payingAddress.destination) continue;
    // Reads from the node, outside of any transaction. The chain is the source of the balance: a restored database may
    // not contain an earlier collection.
    const account = await node.readAccount(from);
    if (await collectFrom(context, { chain, to: payingAddress, from, account, feeMinor })) asked += 1;
  }
  for (const from of chain.formerPayingAddresses ?? []) {
    if (payer.lacks?.has(from.account ?? 0)) continue;
    const account = await node.readAccount(from);
    const sum = { ...from, amountMinor: account.spendableMinor };
    if (await collectFrom(context, { chain, to: payingAddress, from: sum, account, feeMinor })) asked += 1;
  }
  if (asked > 0) context.signals.publish(payoutsChannel);
  return asked;
}

interface Collection {
  readonly chain: Chain;
  readonly to: Address;
  /** For a former paying account: its number among the paying accounts. */
  readonly from: Address & { readonly amountMinor: bigint; readonly account?: number };
  readonly account: PayingAccount;
  readonly feeMinor: bigint;
}

function collectFrom(
  context: CollectionContext,
  { chain: { coin }, to, from, account, feeMinor }: Collection,
): Promise<boolean> {
  const { spendableMinor, nextNumber } = account;
  const balanceMinor = spendableMinor < from.amountMinor ? spendableMinor : from.amountMinor;
  const amountMinor = collectedOf(balanceMinor, feeMinor, context.settings.COLLECTION_FEE_PERCENT);
  return transaction(context.sql, async (tx) => {
    if (amountMinor === undefined || (await isFrozen(tx, coin))) return false;
    if (await isCollecting(tx, coin, from.destination, nextNumber)) return false;
    // Its signed transactions come first: their outcome determines the balance and the free number.
    if (from.account !== undefined && (await isPaying(tx, { coin, account: from.account }, nextNumber)))
      return false;
    requestPayout(tx, context, {
      coin,
      kind: 'collection',
      orderId: null,
      pspId: 0,
      to,
      amountMinor,
      // The paying account is not a contract, so the usual cost applies.
      weight: undefined,
      feeAllowanceMinor: 0n,
      feeReserveCents: undefined,
      // An internal transfer needs only the fewest confirmations.
      euroValueMinor: 0n,
      control: { requestedBy: 'praca', approval: null },
      source: { destination: from.destination, number: nextNumber },
    });
    return true;
  });
}

/** Returns the minimum balance worth collecting: the fee is at most `percent` of it. Rounds up. */
export const worthCollecting = (feeMinor: bigint, percent: number): bigint =>
  (feeMinor * 100n + BigInt(percent) - 1n) / BigInt(percent);

/** The part of a balance that is collected; undefined if it is not worth the fee. */
export function collectedOf(balanceMinor: bigint, feeMinor: bigint, percent: number): bigint | undefined {
  const amountMinor = balanceMinor - keptFees * feeMinor;
  return balanceMinor >= worthCollecting(feeMinor, percent) && amountMinor > 0n ? amountMinor : undefined;
}

/** Runs in processes that have keys. One of them collects each coin. */
export function openCollector(
  context: CollectionContext & Pick<MerchantContext, 'leaderElection'>,
): ChainWork {
  const watch = (chain: Chain, signal: AbortSignal): Promise<void> =>
    watchChain(context, chain, signal, {
      turnMs,
      look: () => collectCoins(context, chain),
      complaint: 'coins could not be collected',
    }).ended;
  const collected = context.chains.all.filter((chain) => chain.payer?.collects === true);
  return leadChains(context, collected, ({ coin }) => `collection:${coin}`, watch);
}

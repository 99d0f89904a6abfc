import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Address, Chain, PayingAccount } from '../chains/chain.ts';
import { leadChains, watchChain, type ChainWork } from '../chains/lead-chains.ts';
import { listCollectable } from '../chains/outgoing/list-spendable.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { isFrozen } from '../freezes/freeze-payouts.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { isCollecting, isPaying } from '../payouts/is-collecting.ts';
import type { PayoutOwner } from '../payouts/payout-owner.ts';
import { payoutsChannel, requestPayout } from '../payouts/request-payout.ts';
import { collectedOf, worthCollecting } from './collection.rules.ts';

export type CollectionContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'chains' | 'settings' | 'signals'
>;

const turnMs = 60_000;
/** In one turn: each is a transaction of its own. */
const mostAtOnce = 50;

/** The coins stay ours whatever becomes of it: the books see its fee alone. */
export const collectionOwner: PayoutOwner = {
  async approved() {},
  completed: async () => [],
  failed: async () => [],
  reversed: async () => [],
};

/**
 * Has what customers paid moved from the accounts of their addresses to the one that pays, by payouts like any other,
 * where that is worth its fee; and what accounts have left that paid before it. Gives how many were asked for.
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
    // Outside of any transaction. What lies there by the chain counts: an old copy of the database may not know that it
    // was moved.
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
  /** Where it has paid itself, the number that it had then. */
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
    // What it has signed comes first: only then is it known what is left, and which number is free.
    if (from.account !== undefined && (await isPaying(tx, { coin, account: from.account }, nextNumber)))
      return false;
    requestPayout(tx, context, {
      coin,
      kind: 'collection',
      orderId: null,
      pspId: 0,
      to,
      amountMinor,
      feeAllowanceMinor: 0n,
      feeReserveCents: undefined,
      // Between two wallets of ours: the fewest confirmations do.
      euroValueMinor: 0n,
      control: { requestedBy: 'praca', approval: null },
      source: { destination: from.destination, number: nextNumber },
    });
    return true;
  });
}

/** Where keys are. Of those processes one looks after each coin. */
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

import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Chain, PayingAccount } from '../../chains/chain.ts';
import { leadChains, watchChain, type ChainWork } from '../../chains/lead-chains.ts';
import {
  askRecipient,
  findRecipientFault,
  weightOf,
  type AskedRecipient,
} from '../../chains/recipients/ask-recipient.ts';
import { getChainState, requireReadyChain } from '../../chains/state/get-chain-state.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readWalletState } from '../control/spare-coins.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import { payoutsChannel, requestPayout } from '../request-payout.ts';
import { excessOf, moveToCold, takeFromCold } from './cold.rules.ts';
import { findActive, holdActive } from './cold.store.ts';
import { ceilingsChannel } from './manage-ceilings.ts';
import { sayIn } from '../../../platform/problem.ts';

export type ColdContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'chains' | 'settings' | 'rates' | 'signals'
>;

const turnMs = 60_000;

export const coldOwner: PayoutOwner = {
  async approved() {},
  completed: async () => [],
  failed: async (_tx, _context, payout) => [takeFromCold(payout.id, 'FAILED', payout.coin, payout.amount)],
  reversed: async (_tx, _context, payout) => [
    takeFromCold(payout.id, 'REVERSED', payout.coin, payout.amount),
  ],
};

/**
 * Sends the amount above the ceiling to the cold address, as a payout like any other. Only one transfer runs at a time,
 * because its coins stay in the wallet until it ends.
 */
export async function keepCeiling(context: ColdContext, chain: Chain): Promise<string | undefined> {
  const active = await findActive(context.sql, chain.coin);
  if (!active || active.address === null) return undefined;
  const asked = await askRecipient(context, active.address, active.destination_tag);
  const account = await chain.node.readAccount?.();
  const payoutId = await transaction(context.sql, (tx) => moveExcess(tx, context, chain, { asked, account }));
  if (payoutId !== undefined) context.signals.publish(payoutsChannel);
  return payoutId;
}

/** Answers of the node, read before the transaction. */
interface NodeSays {
  readonly asked: readonly AskedRecipient[];
  readonly account: PayingAccount | undefined;
}

async function moveExcess(
  tx: Tx,
  context: ColdContext,
  chain: Chain,
  { asked, account }: NodeSays,
): Promise<string | undefined> {
  const { coin } = chain;
  const active = await holdActive(tx, coin);
  if (!active || active.ceiling === null || active.address === null || active.destination === null)
    return undefined;
  const { feeRate } = requireReadyChain(await getChainState(tx, coin));
  const wallet = await readWalletState(tx, chain, feeRate, account);
  const { address, destination, destination_tag: destinationTag } = active;
  const to = { address, destination, destinationTag };
  const weight = weightOf(asked, chain, to);
  const amountMinor = wallet && excessOf(wallet, active.ceiling, chain.usualFee(feeRate, weight));
  if (amountMinor === undefined) return undefined;
  const fault = findRecipientFault(asked, chain, to, amountMinor);
  if (fault) {
    context.log.warn(
      { coin, address },
      `coins stay in the wallet: the cold ${fault.about} ${sayIn('en', fault)}`,
    );
    return undefined;
  }
  const payoutId = requestPayout(tx, context, {
    coin,
    kind: 'cold',
    orderId: null,
    pspId: 0,
    to,
    amountMinor,
    weight,
    feeAllowanceMinor: 0n,
    feeReserveCents: undefined,
    euroValueMinor: valueOf(coin, amountMinor, context.rates.bestForDeposit(`${coin}EUR`)),
    // No approval: two people have approved the address and the ceiling.
    control: { requestedBy: 'praca', approval: null },
  });
  postMovements(tx, context, [moveToCold(payoutId, coin, amountMinor)]);
  context.log.warn(
    { payout: payoutId, coin, amount: String(amountMinor), address },
    'a transfer to the cold wallet was requested',
  );
  return payoutId;
}

/** Runs in processes with keys, because only they know the spendable amount. One of them handles each coin. */
export function openColdStorage(context: ColdContext & Pick<MerchantContext, 'leaderElection'>): ChainWork {
  const watch = (chain: Chain, signal: AbortSignal): Promise<void> => {
    const loop = watchChain(context, chain, signal, {
      turnMs,
      look: () => keepCeiling(context, chain),
      complaint: 'the ceiling of a wallet could not be looked at',
    });
    const unsubscribe = context.signals.subscribe(ceilingsChannel, loop.wake);
    return loop.ended.finally(unsubscribe);
  };
  const payable = context.chains.all.filter((chain) => chain.payer !== undefined);
  return leadChains(context, payable, ({ coin }) => `cold:${coin}`, watch);
}

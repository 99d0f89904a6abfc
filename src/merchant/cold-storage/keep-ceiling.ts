import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Chain, PayingAccount } from '../chains/chain.ts';
import { leadChains, watchChain, type ChainWork } from '../chains/lead-chains.ts';
import { askRecipient, findRecipientFault, type AskedRecipient } from '../chains/recipients/ask-recipient.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { valueOf } from '../conversions/conversion.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { readWalletState } from '../payouts/control/spare-coins.ts';
import type { PayoutOwner } from '../payouts/payout-owner.ts';
import { payoutsChannel, requestPayout } from '../payouts/request-payout.ts';
import { excessOf, moveToCold, takeFromCold } from './cold.rules.ts';
import { findActive, holdActive } from './cold.store.ts';
import { ceilingsChannel } from './manage-ceilings.ts';

export type ColdContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'chains' | 'settings' | 'rates' | 'signals'
>;

const turnMs = 60_000;

/** What becomes of coins on their way to the cold wallet. */
export const coldOwner: PayoutOwner = {
  async approved() {},
  completed: async () => [],
  failed: async (_tx, _context, payout) => [takeFromCold(payout.id, 'FAILED', payout.coin, payout.amount)],
  reversed: async (_tx, _context, payout) => [
    takeFromCold(payout.id, 'REVERSED', payout.coin, payout.amount),
  ],
};

/**
 * Sends what is above the ceiling to the cold address, by a payout like any other. One at a time: until it has ended, what
 * it takes is still there to be seen.
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

/** Before the transaction. */
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
  const amountMinor = wallet && excessOf(wallet, active.ceiling, chain.usualFee(feeRate));
  if (amountMinor === undefined) return undefined;
  const { address, destination, destination_tag: destinationTag } = active;
  const to = { address, destination, destinationTag };
  const fault = findRecipientFault(asked, chain, to, amountMinor);
  if (fault) {
    context.log.warn({ coin, address }, `coins stay in the wallet: the cold ${fault.about} ${fault.detail}`);
    return undefined;
  }
  const payoutId = requestPayout(tx, context, {
    coin,
    kind: 'cold',
    orderId: null,
    pspId: 0,
    to,
    amountMinor,
    feeAllowanceMinor: 0n,
    feeReserveCents: undefined,
    euroValueMinor: valueOf(coin, amountMinor, context.rates.bestForDeposit(`${coin}EUR`)),
    // Two people have approved the address and the ceiling.
    control: { requestedBy: 'praca', approval: null },
  });
  postMovements(tx, context, [moveToCold(payoutId, coin, amountMinor)]);
  context.log.warn(
    { payout: payoutId, coin, amount: String(amountMinor), address },
    'coins go to the cold wallet',
  );
  return payoutId;
}

/** Where keys are: only there is it known what can be spent. Of those processes one looks after each coin. */
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

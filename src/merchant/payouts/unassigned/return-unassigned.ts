import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { coins, formatAsset } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { describeFault, describeField } from '../../chains/addresses/require-address.ts';
import type { Address, Chain } from '../../chains/chain.ts';
import { creditReceipts, uncreditReceipts } from '../../chains/receipts/credit-receipts.ts';
import { isOurs } from '../../chains/receipts/is-ours.ts';
import {
  weightOf,
  askRecipient,
  findRecipientFault,
  type AskedRecipient,
} from '../../chains/recipients/ask-recipient.ts';
import { getChainState, nodeUnavailable, requireReadyChain } from '../../chains/state/get-chain-state.ts';
import { payoutAccount, type Movement } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PayoutContext, PayoutOwner } from '../payout-owner.ts';
import type { Payout } from '../payout.rules.ts';
import { payoutsChannel, requestPayout } from '../request-payout.ts';
import { requireOpenOutput } from './require-open-output.ts';
import { UnassignedRefused, type OutputKey } from './unassigned.rules.ts';
import { getReturn, insertDecision, isReturnBacked, saveDecision, setReturning } from './unassigned.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export interface WantedReturn extends OutputKey {
  readonly by: string;
}

export interface RequestedReturn {
  readonly id: string;
  readonly payoutId: string;
  readonly to: Address;
  readonly sentMinor: bigint;
  readonly feeMinor: bigint;
}

type ReturnContext = Pick<MerchantContext, 'sql' | 'clock' | 'log' | 'chains' | 'settings' | 'signals'>;

/**
 * Asks for a payout of these coins to the account that sent them, less the network's fee. Every such payout waits
 * for the approval of another person.
 */
export async function returnCoins(
  context: ReturnContext,
  wanted: WantedReturn,
  recorded?: Beside<[RequestedReturn]>,
): Promise<RequestedReturn> {
  const { coin } = wanted;
  const chain = context.chains.find(coin);
  if (!chain) throw new UnassignedRefused(merchantWords.coinOff, { coin: coins[coin].name });
  const to = await findSender(context, chain, wanted.transactionId);
  const asked = await askRecipient(context, to.address, to.destinationTag);
  const requested = await transaction(context.sql, async (tx) => {
    const done = await requestReturn(tx, context, chain, { ...wanted, to, asked });
    await recorded?.(tx, done);
    return done;
  });
  context.signals.publish(payoutsChannel);
  const { id, payoutId } = requested;
  context.log.warn(
    { return: id, payout: payoutId, coin, by: wanted.by },
    'the return of unassigned coins was requested',
  );
  return requested;
}

async function findSender(context: ReturnContext, chain: Chain, transactionId: string): Promise<Address> {
  const { coin, node, addresses } = chain;
  // On other chains, exchanges often pay many people at once from one address: the sender would not get the coins.
  if (!node.findSender) throw new UnassignedRefused(merchantWords.noSenderOfCoin, { coin: coins[coin].name });
  const sender = await node.findSender(transactionId).catch((error: unknown) => {
    context.log.warn({ err: error, coin }, 'the node does not name the sender of a transaction');
    throw nodeUnavailable(coin);
  });
  if (!sender) throw new UnassignedRefused(merchantWords.senderUnknown);
  const parsed = addresses.parse(sender.address, sender.tag);
  if ('fault' in parsed) throw new UnassignedRefused(describeFault(parsed));
  return parsed.address;
}

async function requestReturn(
  tx: Tx,
  context: ReturnContext,
  chain: Chain,
  wanted: WantedReturn & { readonly to: Address; readonly asked: readonly AskedRecipient[] },
): Promise<RequestedReturn> {
  const { coin, transactionId, outputIndex, to } = wanted;
  const by = staffActor(wanted.by);
  const output = await requireOpenOutput(tx, context, wanted);
  const { feeRate } = requireReadyChain(await getChainState(tx, coin));
  const weight = weightOf(wanted.asked, chain, to);
  const feeMinor = chain.usualFee(feeRate, weight);
  const sentMinor = output.amount - feeMinor;
  await requirePayable(tx, chain, wanted, { sentMinor, feeMinor });
  const payoutId = requestPayout(tx, context, {
    coin,
    kind: 'return',
    orderId: null,
    pspId: 0,
    to,
    amountMinor: sentMinor,
    weight,
    feeAllowanceMinor: feeMinor,
    feeReserveCents: undefined,
    // The payout needs only the minimum confirmations, because the coins already have the depth of the largest
    // payments.
    euroValueMinor: 0n,
    control: { requestedBy: by, approval: 'waiting' },
  });
  const now = context.clock.now();
  const id = newId(now.getTime());
  await setReturning(tx, wanted, id);
  await insertDecision(tx, {
    id,
    coin,
    transaction_id: transactionId,
    output_index: outputIndex,
    amount: output.amount,
    first_seen_at: output.first_seen_at,
    kind: 'return',
    subject_id: null,
    payout_id: payoutId,
    status: 'proposed',
    proposed_by: by,
    created_at: now,
  });
  recordAction(tx, context, {
    action: 'return proposed',
    subject: payoutId,
    by,
    reason: null,
    detail: {
      output: `${transactionId}:${outputIndex}`,
      coin,
      amount: formatAsset(coin, output.amount),
      address: to.address,
    },
  });
  const receipt = { coin, transactionId, outputIndex, amountMinor: output.amount };
  postMovements(tx, context, await creditReceipts(tx, [receipt], payoutAccount));
  return { id, payoutId, to, sentMinor, feeMinor };
}

async function requirePayable(
  tx: Tx,
  chain: Chain,
  { coin, to, asked }: { coin: Chain['coin']; to: Address; asked: readonly AskedRecipient[] },
  { sentMinor, feeMinor }: { sentMinor: bigint; feeMinor: bigint },
): Promise<void> {
  if (sentMinor <= 0n) {
    throw new UnassignedRefused(merchantWords.feeTakesAll, { fee: formatAsset(coin, feeMinor), coin });
  }
  if (await isOurs(tx, chain, to)) throw new UnassignedRefused(merchantWords.addressOfService);
  const fault = findRecipientFault(asked, chain, to, sentMinor);
  if (fault) throw new UnassignedRefused(describeField(fault.about, fault));
}

export const returnOwner: PayoutOwner = {
  async approved() {},
  isBacked: (tx, payout) => isReturnBacked(tx, payout.id),
  async completed(tx, context, payout) {
    const { id } = await getReturn(tx, payout.id);
    await saveDecision(tx, id, { status: 'done', by: null, at: context.clock.now() });
    return [];
  },
  failed: openAgain,
  reversed: openAgain,
};

/** Removes the coins from the books, so that they are unassigned again. The provider bears a lost fee. */
async function openAgain(tx: Tx, context: PayoutContext, payout: Payout): Promise<Movement[]> {
  const {
    id,
    coin,
    transaction_id: transactionId,
    output_index: outputIndex,
    amount,
  } = await getReturn(tx, payout.id);
  const receipt = { coin, transactionId, outputIndex, amountMinor: amount };
  await saveDecision(tx, id, { status: 'rejected', by: null, at: context.clock.now() });
  await setReturning(tx, receipt, null);
  return uncreditReceipts(tx, [receipt], payoutAccount);
}

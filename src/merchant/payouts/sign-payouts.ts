import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import { assignAddress } from '../chains/receipts/assign-address.ts';
import type { Chain, Payer, Signed } from '../chains/chain.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { listSpendable } from '../chains/outgoing/list-spendable.ts';
import { recordOutgoingTransaction } from '../chains/outgoing/outgoing-transactions.ts';
import { chainAccount, type Movement } from '../ledger/ledger.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import { readBalance } from '../ledger/read-balance.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { coverFee, FeeNotCovered } from './cover-fee.ts';
import type { Payout } from './payout.rules.ts';
import {
  lockReserved,
  lockWallet,
  saveSigned,
  saveTrouble,
  sumSigned,
  takeSequenceNumber,
  type ReservedFilter,
} from './payout.store.ts';

export type SignContext = Pick<MerchantContext, 'sql' | 'clock' | 'chains' | 'log' | 'rates'>;

/** The node is asked every half minute. A payout is never sent with another fee than it was signed with, so none is guessed. */
const oldestFeeRateMs = 10 * 60_000;
const staleFeeRate = new Error('the node has named no fee rate for ten minutes');

/** Rolls the attempt back, with the outputs, the sequence number and the address for change that it took. */
class NotSigned extends Error {
  readonly payout: Payout;
  /** What the wallet lacks; undefined where it is something else. */
  readonly shortMinor: bigint | undefined;

  constructor(payout: Payout, shortMinor: bigint | undefined, cause?: unknown) {
    super('a payout could not be signed', { cause });
    this.payout = payout;
    this.shortMinor = shortMinor;
  }
}

/**
 * Signs what is reserved, the oldest first, each in a transaction of its own. Where the wallet does not reach for one,
 * those that take less still have their turn.
 */
export async function signPayouts(context: SignContext, chain: Chain, stopping: AbortSignal): Promise<void> {
  const { coin, payer } = chain;
  assert(payer, `no process without a payer signs ${coin}`);
  let after: string | null = null;
  let belowMinor: bigint | null = null;
  while (!stopping.aborted) {
    const filter: ReservedFilter = { coin, after, belowMinor };
    try {
      const signed = await transaction(context.sql, (tx) => signOldest(tx, context, chain, payer, filter));
      if (!signed) return;
      after = signed.id;
    } catch (error) {
      if (!(error instanceof NotSigned)) throw error;
      await reportTrouble(context, error);
      after = error.payout.id;
      if (error.shortMinor !== undefined) belowMinor = error.payout.amount;
    }
  }
}

async function signOldest(
  tx: Tx,
  context: SignContext,
  chain: Chain,
  payer: Payer,
  filter: ReservedFilter,
): Promise<Payout | undefined> {
  await lockWallet(tx, chain.coin);
  const payout = await lockReserved(tx, filter);
  if (!payout) return undefined;
  const signed = await sign(tx, context, chain, payer, payout);
  if ('shortMinor' in signed) throw new NotSigned(payout, signed.shortMinor);
  await recordOutgoingTransaction(tx, {
    coin: chain.coin,
    transactionId: signed.transactionId,
    subjectId: payout.id,
    spends: signed.spends,
  });
  await saveSigned(tx, payout.id, signed, context.clock.now());
  postMovements(tx, context, await cover(tx, context, payout, signed));
  return payout;
}

async function sign(
  tx: Tx,
  context: SignContext,
  chain: Chain,
  payer: Payer,
  payout: Payout,
): Promise<Signed> {
  const { coin } = chain;
  const { feeRate, feeRateAgeMs, height } = requireReadyChain(await getChainState(tx, coin));
  if (feeRateAgeMs > oldestFeeRateMs) throw new NotSigned(payout, undefined, staleFeeRate);
  const { address, destination_tag: destinationTag, destination, amount } = payout;
  const plan = { to: { address, destinationTag, destination }, amountMinor: amount, feeRate, height };
  if (payer.funds === 'outputs') {
    const outputs = await listSpendable(tx, coin);
    const totalMinor = outputs.reduce((sum, output) => sum + output.amountMinor, 0n);
    // Checked first: otherwise an address would be used up for change that there will not be.
    if (totalMinor <= amount) return { shortMinor: amount - totalMinor + chain.usualFee(feeRate) };
    const change = await assignAddress(tx, context, { coin, purpose: 'funds', subjectId: payout.id });
    return attempt(payout, () => payer.sign(plan, { kind: 'outputs', outputs, change }));
  }
  // An account has no outputs: the ledger knows its balance, of which signed payouts will take their part.
  const availableMinor = -(await readBalance(tx, chainAccount, coin)) - (await sumSigned(tx, coin));
  const neededMinor = amount + chain.usualFee(feeRate);
  if (availableMinor < neededMinor) return { shortMinor: neededMinor - availableMinor };
  const next = await takeSequenceNumber(tx, coin, payout.id);
  return attempt(payout, () => payer.sign(plan, { kind: 'sequence', next }));
}

async function cover(
  tx: Tx,
  context: SignContext,
  payout: Payout,
  signed: Exclude<Signed, { shortMinor: bigint }>,
): Promise<Movement[]> {
  try {
    return await coverFee(tx, context, payout, signed);
  } catch (error) {
    throw error instanceof FeeNotCovered ? new NotSigned(payout, undefined, error) : error;
  }
}

/** A payout that cannot be signed must not hold up the others. */
function attempt(payout: Payout, run: () => Signed): Signed {
  try {
    return run();
  } catch (error) {
    throw new NotSigned(payout, undefined, error);
  }
}

async function reportTrouble(context: SignContext, { payout, shortMinor, cause }: NotSigned): Promise<void> {
  const trouble =
    shortMinor === undefined
      ? `it cannot be signed: ${cause instanceof Error ? cause.message : String(cause)}`
      : `the wallet lacks ${formatAsset(payout.coin, shortMinor)} ${payout.coin}`;
  if (await saveTrouble(context.sql, payout.id, trouble)) {
    context.log.error({ payout: payout.id, coin: payout.coin, err: cause }, `a payout waits: ${trouble}`);
  }
}

import assert from 'node:assert/strict';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import { assignAddress } from '../chains/receipts/assign-address.ts';
import type { Chain, Funds, Payer, PayingAccount, PayoutPlan, Signed } from '../chains/chain.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { findSource, listSpendable } from '../chains/outgoing/list-spendable.ts';
import { UnknownSpendWatch } from '../chains/freezes/unknown-spends.ts';
import { freezeForUnknownSpend } from '../chains/freezes/freeze-by-itself.ts';
import { isFrozen } from '../chains/freezes/freeze-payouts.ts';
import { NodeRefusal } from '../chains/rpc/rpc.ts';
import { postMovements } from '../books/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { insertBatch, joinBatch, setBumpHeight } from './batches/batch.store.ts';
import { bumpHeight } from './batches/bump-height.rules.ts';
import { isPutOffDue } from './batches/put-off.store.ts';
import { NotCovered, storeSigned } from './batches/store-signed.ts';
import { sumAvailable } from './numbers/available.ts';
import { giveNumber, readLastNumber, takeSequenceNumber } from './numbers/number.store.ts';
import type { PayoutOwners } from './payout-owner.ts';
import { toRecipient, type Payout } from './payout.rules.ts';
import { dropUnbacked, refuseUnbacked, Unbacked } from './control/unbacked-payouts.ts';
import {
  hasCollected,
  listUnestimated,
  lockReserved,
  lockWallet,
  saveTrouble,
  saveWeight,
  type ReservedFilter,
} from './payout.store.ts';
import { payoutWords } from '../details/payout-words.rules.ts';
import { SaidError, sayIn, type Sentence, type Value } from '../../platform/problem.ts';
import { storeSentence } from '../details/stored-sentence.rules.ts';

export type SignContext = Pick<MerchantContext, 'sql' | 'clock' | 'chains' | 'log' | 'rates' | 'settings'>;

/**
 * The fee rate is read every half minute. An older one is not used, because a transaction with too low a fee waits
 * before it is raised.
 */
const oldestFeeRateMs = 10 * 60_000;
const staleFeeRate = new SaidError(payoutWords.noFeeRateForLong);
const numberGivenOut = new SaidError(payoutWords.numberTaken);
/** Payouts per transaction. A larger batch saves little, and a stuck one delays all its payouts. */
const mostPayouts = 50;

/** Rolls back a signing attempt, with the outputs, sequence number and change address that it took. */
class NotSigned extends Error {
  readonly payout: Payout;
  /** The amount missing in the wallet; undefined for other reasons. */
  readonly shortMinor: bigint | undefined;
  /**
   * Payouts below this amount may still be possible, because the fee for a contract can be many times the usual one.
   */
  readonly othersBelowMinor: bigint;

  constructor(
    payout: Payout,
    shortMinor: bigint | undefined,
    cause?: unknown,
    othersBelowMinor = payout.amount,
  ) {
    super('a payout could not be signed', { cause });
    this.payout = payout;
    this.shortMinor = shortMinor;
    this.othersBelowMinor = othersBelowMinor;
  }
}

/** Coins left the wallet by an unknown transaction, so waiting payouts may have been paid already. */
class UnknownSpend extends SaidError {
  readonly transactionId: string;

  constructor(transactionId: string) {
    super(payoutWords.unknownWalletTransaction);
    this.transactionId = transactionId;
  }
}

/**
 * Signs reserved payouts, oldest first, in batches as large as the chain and the settings allow. Each batch is a
 * database transaction of its own. If the wallet cannot cover a payout, smaller ones are still signed.
 */
export async function signPayouts(
  context: SignContext,
  chain: Chain,
  owners: PayoutOwners,
  stopping: AbortSignal,
  watch = new UnknownSpendWatch(),
): Promise<void> {
  const { coin, payer } = chain;
  assert(payer, `no process without a payer signs ${coin}`);
  // Read outside of any transaction. Numbers used in the meantime come from the database.
  const account = await chain.node.readAccount?.();
  const [fresh, troubled] = chain.node.estimateCost
    ? await Promise.all([
        listUnestimated(context.sql, { coin, which: 'new', limit: estimatedAtOnce }),
        listUnestimated(context.sql, { coin, which: 'troubled', limit: retriedAtOnce }),
      ])
    : [[], []];
  // Payouts with a known weight are signed even if the node fails to estimate another one.
  const failed = await estimateCosts(context, chain, fresh).catch((error: unknown) => ({ error }));
  await signEstimated(context, { chain, payer, account }, owners, stopping, watch);
  if (failed) throw failed.error;
  await estimateCosts(context, chain, troubled);
}

async function signEstimated(
  context: SignContext,
  wallet: Wallet,
  owners: PayoutOwners,
  stopping: AbortSignal,
  watch: UnknownSpendWatch,
): Promise<void> {
  const { chain, payer } = wallet;
  const { coin } = chain;
  const limit =
    payer.funds === 'outputs' && context.settings.PAYOUT_BATCHING.includes(coin) ? mostPayouts : 1;
  const except: string[] = [];
  let after: string | null = null;
  let belowMinor: bigint | null = null;
  while (!stopping.aborted) {
    const estimated = chain.node.estimateCost !== undefined;
    const filter: ReservedFilter = { coin, after, belowMinor, except, limit, estimated };
    try {
      const last = await transaction(context.sql, (tx) =>
        signNext(tx, context, wallet, owners, filter, watch),
      );
      if (!last) return;
      after = last.id;
    } catch (error) {
      if (error instanceof Unbacked) {
        await dropUnbacked(context, owners, error.payout);
        except.push(error.payout.id);
        continue;
      }
      if (error instanceof NotCovered) {
        await reportTrouble(context, error.payout, error.trouble);
        except.push(error.payout.id);
        continue;
      }
      if (error instanceof UnknownSpend) return freezeForUnknownSpend(context, coin, error.transactionId);
      if (!(error instanceof NotSigned)) throw error;
      await reportTrouble(context, error.payout, troubleOf(error), error.cause);
      after = error.payout.id;
      // A collection lacks coins at its own source, so other payouts need not wait for it.
      if (error.shortMinor !== undefined && error.payout.source === null) belowMinor = error.othersBelowMinor;
    }
  }
}

/** Recipients estimated in one round; a round takes place every second. Estimates that failed before may be slow. */
const estimatedAtOnce = 50;
const retriedAtOnce = 3;

/** Runs outside any transaction. If the recipient refuses, the payout waits until it accepts or staff cancel the payout. */
async function estimateCosts(
  context: SignContext,
  { coin, node }: Chain,
  unestimated: readonly Payout[],
): Promise<void> {
  if (!node.estimateCost) return;
  // Not estimated during a freeze: the recipient may cost more at the thaw.
  if (unestimated.length > 0 && (await transaction(context.sql, (tx) => isFrozen(tx, coin)))) return;
  for (const payout of unestimated) {
    try {
      const weight = await node.estimateCost(toRecipient(payout));
      if (typeof weight === 'number') await saveWeight(context.sql, payout.id, weight);
      else
        await reportTrouble(context, payout, {
          say: payoutWords.recipientCannotBePaid,
          values: { reason: weight.refusal },
        });
    } catch (error) {
      // With trouble the payout is no longer first: a contract that makes the node fail must not stop the others.
      await reportTrouble(context, payout, { say: payoutWords.recipientCostUnknown }, error);
      if (!(error instanceof NodeRefusal)) throw error;
    }
  }
}

interface Wallet {
  readonly chain: Chain;
  readonly payer: Payer;
  /**
   * The paying account as recently reported by the node; undefined on chains without accounts, or if the node does not
   * report it.
   */
  readonly account: PayingAccount | undefined;
}

/** Signs the next batch, and returns its last payout. */
async function signNext(
  tx: Tx,
  context: SignContext,
  wallet: Wallet,
  owners: PayoutOwners,
  filter: ReservedFilter,
  watch: UnknownSpendWatch,
): Promise<Payout | undefined> {
  const { chain, payer } = wallet;
  const { coin } = chain;
  await lockWallet(tx, coin);
  const waiting = await lockReserved(tx, filter);
  const [oldest] = waiting;
  if (!oldest) return undefined;
  await refuseUnbacked(tx, owners, waiting);
  if (await isFrozen(tx, coin)) return undefined;
  // Otherwise this batch would skip a number that the review is about to release, and the network accepts none after a
  // gap.
  if (await isPutOffDue(tx, coin)) return undefined;
  const { feeRate, feeRateAgeMs, height } = requireReadyChain(await getChainState(tx, coin));
  const unknownSpend = await watch.find(tx, coin, height);
  if (unknownSpend !== undefined) throw new UnknownSpend(unknownSpend);
  if (feeRateAgeMs > oldestFeeRateMs) throw new NotSigned(oldest, undefined, staleFeeRate);
  const now = context.clock.now();
  const batch = { id: newId(now.getTime()), coin };
  const { funds, availableMinor } = await chooseFunds(tx, context, wallet, {
    oldest,
    batchId: batch.id,
    feeRate,
  });
  const { payouts, signed } = signMost(payer, waiting, { feeRate, height }, funds);
  // Known only after signing: paying a contract may cost many times the usual fee.
  const neededMinor = oldest.amount + signed.feeMinor;
  if (availableMinor !== undefined && availableMinor < neededMinor) {
    const othersBelowMinor = availableMinor - chain.usualFee(feeRate) + 1n;
    throw new NotSigned(oldest, neededMinor - availableMinor, undefined, othersBelowMinor);
  }
  await insertBatch(tx, { ...batch, createdAt: now });
  const toStore = { batch, generation: 0, kind: 'payment', payouts, signed, feeRate } as const;
  const { places, movements } = await storeSigned(tx, context, toStore);
  await joinBatch(tx, batch.id, places, now);
  await setBumpHeight(tx, batch.id, bumpHeight(context.settings, coin, height));
  postMovements(tx, context, movements);
  return payouts.at(-1);
}

interface ChosenFunds {
  readonly funds: Funds;
  /**
   * Spendable balance of the paying account, for amount and fee. Undefined for outputs, which contain their amounts.
   */
  readonly availableMinor?: bigint;
}

async function chooseFunds(
  tx: Tx,
  context: SignContext,
  { chain, payer, account }: Wallet,
  { oldest, batchId, feeRate }: { oldest: Payout; batchId: string; feeRate: bigint },
): Promise<ChosenFunds> {
  const { coin } = chain;
  const { amount } = oldest;
  if (payer.funds === 'outputs') {
    const outputs = await listSpendable(tx, coin, payer);
    const totalMinor = outputs.reduce((sum, output) => sum + output.amountMinor, 0n);
    // Checked first, so that no change address is used up in vain.
    if (totalMinor <= amount) throw new NotSigned(oldest, amount - totalMinor + chain.usualFee(feeRate));
    const change = await assignAddress(tx, context, { coin, purpose: 'funds', subjectId: batchId });
    return { funds: { kind: 'outputs', outputs, change } };
  }
  if (oldest.source !== null) return { funds: await collectFrom(tx, chain, oldest, oldest.source) };
  const paying = { coin, account: chain.accountNumber };
  await refuseUnknownNumbers(tx, paying, oldest, account);
  const availableMinor = await sumAvailable(tx, chain, account);
  const next = await takeSequenceNumber(tx, paying, oldest.id, account?.nextNumber ?? 0n);
  return { funds: { kind: 'sequence', next }, availableMinor };
}

/** Uses the number that the account had at the request. No other payout uses this account. */
async function collectFrom(tx: Tx, chain: Chain, payout: Payout, destination: string): Promise<Funds> {
  const from = await findSource(tx, chain, destination);
  if (!from) throw new NotSigned(payout, payout.amount);
  const { id, source_number: next } = payout;
  assert(next !== null);
  // A number is never used twice, even if a lagging node reports it again.
  if (await hasCollected(tx, chain.coin, { source: destination, number: next }))
    throw new NotSigned(payout, undefined, numberGivenOut);
  // A former paying account has its own numbers in the database.
  if (from.outputs.length === 0) {
    const paid = { coin: chain.coin, account: from.account ?? 0 };
    const last = await readLastNumber(tx, paid);
    if (last !== null && next <= last) throw new NotSigned(payout, undefined, numberGivenOut);
    await giveNumber(tx, paid, id, next);
  }
  return { kind: 'sequence', next, from };
}

/**
 * Refuses to sign if the account has used numbers unknown to this database. A database restored from an old backup may
 * have lost payouts that were paid. Staff must compare them and set the next number.
 */
async function refuseUnknownNumbers(
  tx: Tx,
  paying: { readonly coin: CoinCode; readonly account: number },
  oldest: Payout,
  account: PayingAccount | undefined,
): Promise<void> {
  const last = await readLastNumber(tx, paying);
  if (!account || last === null) return;
  if (account.nextNumber <= last + 1n) {
    if (account.nextAfterWaiting <= last + 1n) return;
    const waits = new SaidError(payoutWords.foreignTransactionWaits, { number: last + 1n });
    throw new NotSigned(oldest, undefined, waits);
  }
  const count = account.nextNumber - last - 1n;
  const used = new SaidError(payoutWords.foreignNumbers, {
    count,
    first: last + 1n,
    coin: paying.coin,
    next: account.nextNumber,
  });
  throw new NotSigned(oldest, undefined, used);
}

interface SignedTogether {
  readonly payouts: readonly Payout[];
  readonly signed: Extract<Signed, { readonly bytes: string }>;
}

/**
 * Signs as many of the oldest payouts as possible together. On failure, the number is halved, down to the oldest alone,
 * which then gets the error.
 */
function signMost(
  payer: Payer,
  waiting: readonly Payout[],
  plan: Pick<PayoutPlan, 'feeRate' | 'height'>,
  funds: Funds,
): SignedTogether {
  for (let count = waiting.length; ; count = Math.ceil(count / 2)) {
    const payouts = waiting.slice(0, count);
    const [oldest] = payouts;
    assert(oldest);
    const recipients = payouts.map(toRecipient);
    try {
      const signed = payer.sign({ ...plan, recipients }, funds);
      if (!('shortMinor' in signed)) return { payouts, signed };
      if (count === 1) throw new NotSigned(oldest, signed.shortMinor);
    } catch (error) {
      if (error instanceof NotSigned) throw error;
      // A payout that cannot be signed must not block the others.
      if (count === 1) throw new NotSigned(oldest, undefined, error);
    }
  }
}

function troubleOf({ payout: { coin }, shortMinor, cause }: NotSigned): Sentence {
  return shortMinor === undefined
    ? { say: payoutWords.cannotBeSigned, values: { reason: reasonOf(cause) } }
    : { say: payoutWords.walletLacks, values: { amount: formatAsset(coin, shortMinor), coin } };
}

const reasonOf = (cause: unknown): Value =>
  cause instanceof SaidError ? cause.sentence : cause instanceof Error ? cause.message : String(cause);

async function reportTrouble(
  context: SignContext,
  payout: Payout,
  trouble: Sentence,
  cause?: unknown,
): Promise<void> {
  if (await saveTrouble(context.sql, payout.id, storeSentence(trouble))) {
    const about = { payout: payout.id, coin: payout.coin, err: cause };
    context.log.error(about, `a payout waits: ${sayIn('en', trouble)}`);
  }
}

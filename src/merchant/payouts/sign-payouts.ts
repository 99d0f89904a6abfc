import assert from 'node:assert/strict';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import { assignAddress } from '../chains/receipts/assign-address.ts';
import type { Chain, Funds, Payer, PayingAccount, PayoutPlan, Signed } from '../chains/chain.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { findSource, listSpendable } from '../chains/outgoing/list-spendable.ts';
import { StrangerWatch } from '../freezes/strangers.ts';
import { freezeForStranger } from '../freezes/freeze-by-itself.ts';
import { isFrozen } from '../freezes/freeze-payouts.ts';
import { postMovements } from '../ledger/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { insertBatch, joinBatch, setBumpHeight } from './batches/batch.store.ts';
import { bumpHeight } from './batches/patience.rules.ts';
import { isPutOffDue } from './batches/put-off.store.ts';
import { NotCovered, storeSigned } from './batches/store-signed.ts';
import { sumAvailable } from './numbers/available.ts';
import { giveNumber, readLastNumber, takeSequenceNumber } from './numbers/number.store.ts';
import type { PayoutOwners } from './payout-owner.ts';
import { toRecipient, type Payout } from './payout.rules.ts';
import { dropUnbacked, refuseUnbacked, Unbacked } from './control/unbacked-payouts.ts';
import {
  hasCollected,
  listUnweighed,
  lockReserved,
  lockWallet,
  saveTrouble,
  saveWeight,
  type ReservedFilter,
} from './payout.store.ts';

export type SignContext = Pick<MerchantContext, 'sql' | 'clock' | 'chains' | 'log' | 'rates' | 'settings'>;

/** The node is asked every half minute. No fee is guessed: what is signed with too low a one waits before it is raised. */
const oldestFeeRateMs = 10 * 60_000;
const staleFeeRate = new Error('the node has named no fee rate for ten minutes');
const numberGivenOut = new Error('its number was given to another payout meanwhile; cancel it');
/** In one transaction. More save hardly anything, and one that is stuck holds up all. */
const mostPayouts = 50;

/** Rolls the attempt back, with the outputs, the sequence number and the address for change that it took. */
class NotSigned extends Error {
  readonly payout: Payout;
  /** What the wallet lacks; undefined where it is something else. */
  readonly shortMinor: bigint | undefined;
  /** Others of less may be within reach: a contract's fee can be many times theirs. */
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

/** Coins of the wallet went without us: whoever waits may have been paid already. */
class Stranger extends Error {
  readonly transactionId: string;

  constructor(transactionId: string) {
    super('the chain has a transaction of the wallet that is not known here');
    this.transactionId = transactionId;
  }
}

/**
 * Signs what is reserved, the oldest first, as many together as the chain and the settings allow, each transaction in one
 * of the database. Where the wallet does not reach for a payout, those that take less still have their turn.
 */
export async function signPayouts(
  context: SignContext,
  chain: Chain,
  owners: PayoutOwners,
  stopping: AbortSignal,
  watch = new StrangerWatch(),
): Promise<void> {
  const { coin, payer } = chain;
  assert(payer, `no process without a payer signs ${coin}`);
  // Outside of any transaction; what is signed meanwhile has its numbers from the database.
  const account = await chain.node.readAccount?.();
  // Those that are weighed do not wait for one of which the node says nothing.
  const unweighed = await weighRecipients(context, chain).catch((error: unknown) => ({ error }));
  await signWeighed(context, { chain, payer, account }, owners, stopping, watch);
  if (unweighed) throw unweighed.error;
}

async function signWeighed(
  context: SignContext,
  wallet: Wallet,
  owners: PayoutOwners,
  stopping: AbortSignal,
  watch: StrangerWatch,
): Promise<void> {
  const { chain, payer } = wallet;
  const { coin } = chain;
  const limit =
    payer.funds === 'outputs' && context.settings.PAYOUT_BATCHING.includes(coin) ? mostPayouts : 1;
  const except: string[] = [];
  let after: string | null = null;
  let belowMinor: bigint | null = null;
  while (!stopping.aborted) {
    const weighed = chain.node.weighRecipient !== undefined;
    const filter: ReservedFilter = { coin, after, belowMinor, except, limit, weighed };
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
      if (error instanceof Stranger) return freezeForStranger(context, coin, error.transactionId);
      if (!(error instanceof NotSigned)) throw error;
      await reportTrouble(context, error.payout, troubleOf(error), error.cause);
      after = error.payout.id;
      // What a collection lacks lies elsewhere, and others do not wait for it.
      if (error.shortMinor !== undefined && error.payout.source === null) belowMinor = error.othersBelowMinor;
    }
  }
}

/** After so many the others wait for the next round, a second later. */
const weighedAtOnce = 50;

/** Outside of any transaction, before anything is signed. Whoever takes nothing waits until it does, or is cancelled. */
async function weighRecipients(context: SignContext, { coin, node }: Chain): Promise<void> {
  if (!node.weighRecipient) return;
  for (const payout of await listUnweighed(context.sql, coin, weighedAtOnce)) {
    const weight = await node.weighRecipient(toRecipient(payout));
    if (typeof weight === 'number') await saveWeight(context.sql, payout.id, weight);
    else await reportTrouble(context, payout, `the recipient cannot be paid: ${weight.refusal}`);
  }
}

interface Wallet {
  readonly chain: Chain;
  readonly payer: Payer;
  /** As the node had it a moment ago; undefined where nothing is counted, or nobody knows. */
  readonly account: PayingAccount | undefined;
}

/** The last of those that were signed. */
async function signNext(
  tx: Tx,
  context: SignContext,
  wallet: Wallet,
  owners: PayoutOwners,
  filter: ReservedFilter,
  watch: StrangerWatch,
): Promise<Payout | undefined> {
  const { chain, payer } = wallet;
  const { coin } = chain;
  await lockWallet(tx, coin);
  const waiting = await lockReserved(tx, filter);
  const [oldest] = waiting;
  if (!oldest) return undefined;
  await refuseUnbacked(tx, owners, waiting);
  if (await isFrozen(tx, coin)) return undefined;
  // Else a number would be passed that is about to be given back, and the network takes none after it.
  if (await isPutOffDue(tx, coin)) return undefined;
  const { feeRate, feeRateAgeMs, height } = requireReadyChain(await getChainState(tx, coin));
  const stranger = await watch.find(tx, coin, height);
  if (stranger !== undefined) throw new Stranger(stranger);
  if (feeRateAgeMs > oldestFeeRateMs) throw new NotSigned(oldest, undefined, staleFeeRate);
  const now = context.clock.now();
  const batch = { id: newId(now.getTime()), coin };
  const { funds, availableMinor } = await chooseFunds(tx, context, wallet, {
    oldest,
    batchId: batch.id,
    feeRate,
  });
  const { payouts, signed } = signMost(payer, waiting, { feeRate, height }, funds);
  // Known only now: to pay a contract may cost many times as much as to pay anybody else.
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
  /** Of the account that pays, for the amount and its fee; outputs say themselves what they are. */
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
    // Checked first: otherwise an address would be used up for change that there will not be.
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

/** By the number that the account had next when it was asked for; nobody else moves anything from there. */
async function collectFrom(tx: Tx, chain: Chain, payout: Payout, destination: string): Promise<Funds> {
  const from = await findSource(tx, chain, destination);
  if (!from) throw new NotSigned(payout, payout.amount);
  const { id, source_number: next } = payout;
  assert(next !== null);
  // None is used twice, whatever a node that was behind has said.
  if (await hasCollected(tx, chain.coin, { source: destination, number: next }))
    throw new NotSigned(payout, undefined, numberGivenOut);
  // One that paid before has given out numbers besides.
  if (from.outputs.length === 0) {
    const paid = { coin: chain.coin, account: from.account ?? 0 };
    const last = await readLastNumber(tx, paid);
    if (last !== null && next <= last) throw new NotSigned(payout, undefined, numberGivenOut);
    await giveNumber(tx, paid, id, next);
  }
  return { kind: 'sequence', next, from };
}

/**
 * An account whose numbers were used by somebody else may have paid already what is to be signed here: a database that
 * was restored from an old copy has forgotten it. People have to compare, and then say from which number to go on.
 */
async function refuseUnknownNumbers(
  tx: Tx,
  paying: { readonly coin: CoinCode; readonly account: number },
  oldest: Payout,
  account: PayingAccount | undefined,
): Promise<void> {
  const last = await readLastNumber(tx, paying);
  if (!account || last === null || account.nextNumber <= last + 1n) return;
  const count = account.nextNumber - last - 1n;
  const sentence =
    `the account has used ${count} numbers that this database did not give out, from ${last + 1n} on; ` +
    `compare what they paid, then "praca payout number ${paying.coin} ${account.nextNumber}"`;
  throw new NotSigned(oldest, undefined, new Error(sentence));
}

interface SignedTogether {
  readonly payouts: readonly Payout[];
  readonly signed: Extract<Signed, { readonly bytes: string }>;
}

/**
 * As many of the oldest as can be signed together: where the wallet is short, or one of them cannot be signed at all,
 * half as many, and in the end the oldest alone, which then says what is the matter.
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
      // A payout that cannot be signed must not hold up the others.
      if (count === 1) throw new NotSigned(oldest, undefined, error);
    }
  }
}

function troubleOf({ payout, shortMinor, cause }: NotSigned): string {
  return shortMinor === undefined
    ? `it cannot be signed: ${cause instanceof Error ? cause.message : String(cause)}`
    : `the wallet lacks ${formatAsset(payout.coin, shortMinor)} ${payout.coin}`;
}

async function reportTrouble(
  context: SignContext,
  payout: Payout,
  trouble: string,
  cause?: unknown,
): Promise<void> {
  if (await saveTrouble(context.sql, payout.id, trouble)) {
    context.log.error({ payout: payout.id, coin: payout.coin, err: cause }, `a payout waits: ${trouble}`);
  }
}

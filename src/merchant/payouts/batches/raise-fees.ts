import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { Chain, Funds, Payer, PayingAccount, PayoutPlan, Signed } from '../../chains/chain.ts';
import {
  findSource,
  findWaitingChange,
  listInputs,
  listSpendable,
} from '../../chains/outgoing/list-spendable.ts';
import { assignAddress } from '../../chains/receipts/assign-address.ts';
import { holdChains } from '../../chains/state/hold-chains.ts';
import { isFrozen } from '../../chains/freezes/freeze-payouts.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { toRecipient } from '../payout.rules.ts';
import { sumMissing } from '../numbers/available.ts';
import { getSequenceNumber } from '../numbers/number.store.ts';
import { lockWallet } from '../payout.store.ts';
import type { SeenTransaction } from './batch.rules.ts';
import { listToBump, placePayouts, saveBump } from './batch.store.ts';
import { findNextRate } from './next-rate.ts';
import { bumpHeight } from './bump-height.rules.ts';
import { lockBatchFacts, type BatchFacts } from './read-batch.ts';
import { NotCovered, storeSigned } from './store-signed.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';
import { SaidError, sayIn, type Sentence } from '../../../platform/problem.ts';
import { storeSentence } from '../../details/stored-sentence.rules.ts';

export type RaiseContext = Pick<MerchantContext, 'sql' | 'clock' | 'chains' | 'log' | 'rates' | 'settings'>;

/** Raises before the sender looks for new payouts to sign. */
const roundLimit = 20;

/** Rolls back a raise: the batch keeps its fee. */
class NotRaised extends SaidError {}

/**
 * Raises the fee of batches that wait too long for a block, with a replacement that excludes the earlier transactions
 * or with a child that pays for its parent. This function only stores the bytes; the sender sends them like any others.
 */
export async function raiseFees(context: RaiseContext, chain: Chain, stopping: AbortSignal): Promise<void> {
  const { payer } = chain;
  assert(payer, `no process without a payer signs ${chain.coin}`);
  for (const id of await listToBump(context.sql, chain.coin, roundLimit)) {
    if (stopping.aborted) return;
    try {
      // Reads from the node before the transaction begins.
      const account = await readPayingAccount(context, chain, payer, id);
      await transaction(context.sql, (tx) => raiseFee(tx, context, { chain, payer, account }, id));
    } catch (error) {
      if (!(error instanceof NotRaised) && !(error instanceof NotCovered)) throw error;
      await reportTrouble(context, chain, id, troubleOf(error));
    }
  }
}

interface Wallet {
  readonly chain: Chain;
  readonly payer: Payer;
  /** The account that pays the batch, as recently reported by the node; undefined on chains without accounts. */
  readonly account: PayingAccount | undefined;
}

/** Reads the paying account of the batch, on chains that have accounts. */
async function readPayingAccount(
  context: RaiseContext,
  chain: Chain,
  payer: Payer,
  id: string,
): Promise<PayingAccount | undefined> {
  const { node } = chain;
  if (payer.funds !== 'sequence' || !node.readAccount) return undefined;
  const funds = await transaction(context.sql, async (tx) => {
    const facts = await lockBatchFacts(tx, id);
    return facts && isWanted(facts) ? chooseFunds(tx, context, chain, payer, facts) : undefined;
  });
  return funds?.kind === 'sequence' ? node.readAccount(funds.from) : undefined;
}

async function raiseFee(
  tx: Tx,
  context: RaiseContext,
  { chain, payer, account }: Wallet,
  id: string,
): Promise<void> {
  const { coin } = chain;
  // Holds the chain readers back until the replacement is stored, so that no block is read in between.
  await holdChains(tx, [coin]);
  await lockWallet(tx, coin);
  if (await isFrozen(tx, coin)) return;
  const facts = await lockBatchFacts(tx, id);
  if (!facts || !isWanted(facts)) return;
  const { batch, payouts, transactions, state } = facts;
  const { height } = state;
  const feeRate = findNextRate(context, payer, facts, batch.bump_rate);
  if (typeof feeRate !== 'bigint') throw new NotRaised(feeRate);
  const pushing = payer.whenStuck === 'push';
  const plan = pushing
    ? { recipients: [], feeRate, height, pushes: pricedTogether(transactions) }
    : {
        recipients: payouts.map(toRecipient),
        feeRate,
        height,
        replaces: pricedTogether(transactions.slice(-1)),
      };
  const signed = await sign(tx, context, { chain, payer, account }, facts, plan);
  const { places, movements, lacking } = await storeSigned(tx, context, {
    batch,
    generation: batch.generation + 1,
    kind: pushing ? 'child' : 'payment',
    payouts,
    signed,
    feeRate,
    ...(pushing ? { pushed: payouts.map((payout) => payout.fee ?? 0n) } : {}),
  });
  // Completed payouts are corrected when a block contains the new transaction.
  const signedIds = new Set(payouts.filter(({ status }) => status === 'SIGNED').map((payout) => payout.id));
  await placePayouts(
    tx,
    places.filter((place) => signedIds.has(place.payoutId)),
  );
  await saveBump(tx, { id, height: bumpHeight(context.settings, coin, height), trouble: null });
  postMovements(tx, context, movements);
  context.log.info(
    {
      batch: id,
      coin,
      transaction: signed.transactionId,
      generation: batch.generation + 1,
      feeRate: String(feeRate),
    },
    'a payout waited too long for a block; its fee is raised',
  );
  for (const { payout, charge } of lacking) {
    context.log.warn(
      { batch: id, coin, payout: payout.id, psp: payout.psp_id, borne: String(charge.borneMinor) },
      'a merchant cannot pay its part of a raised fee; the provider pays it, so that other payouts do not wait',
    );
  }
}

/** Checks under the lock, because another process may have raised it or a block may have been read. */
function isWanted({ batch, transactions, state }: BatchFacts): boolean {
  if (batch.dead_at !== null || batch.bump_height === null) return false;
  if (Number(batch.bump_height) > state.height) return false;
  return transactions.every((one) => one.confirmations === 0);
}

const pricedTogether = (transactions: readonly SeenTransaction[]) => ({
  feeMinor: transactions.reduce((sum, one) => sum + one.fee, 0n),
  weight: transactions.reduce((sum, one) => sum + Number(one.weight), 0),
});

async function sign(
  tx: Tx,
  context: RaiseContext,
  { chain, payer, account }: Wallet,
  facts: BatchFacts,
  plan: PayoutPlan,
): Promise<Extract<Signed, { readonly bytes: string }>> {
  const funds = await chooseFunds(tx, context, chain, payer, facts);
  let signed: Signed;
  try {
    signed = payer.sign(plan, funds);
  } catch (error) {
    throw new NotRaised(payoutWords.cannotBeSigned, {
      reason: error instanceof Error ? error.message : String(error),
    });
  }
  if ('shortMinor' in signed) {
    throw new NotRaised(lackOf(chain.coin, signed.shortMinor));
  }
  const [payout] = facts.payouts;
  if (funds.kind === 'sequence' && payout) {
    if (account && account.nextNumber > funds.next) throw new NotRaised(payoutWords.numberInNewBlock);
    const missingMinor = await sumMissing(tx, chain, { payout, from: funds.from, account }, signed.feeMinor);
    if (missingMinor > 0n) throw new NotRaised(lackOf(chain.coin, missingMinor));
  }
  return signed;
}

const lackOf = (coin: CoinCode, minor: bigint): Sentence => ({
  say: payoutWords.higherFeeLacks,
  values: { amount: formatAsset(coin, minor), coin },
});

/**
 * Chooses all inputs of the newest transaction and more if needed, or its sequence number, or the change for a child.
 */
async function chooseFunds(
  tx: Tx,
  context: RaiseContext,
  chain: Chain,
  payer: Payer,
  { batch, payouts, transactions }: BatchFacts,
): Promise<Funds> {
  const { coin } = chain;
  const newest = transactions.at(-1)?.transaction_id ?? '';
  if (payer.funds === 'sequence') {
    const [payout] = payouts;
    assert(payout && payouts.length === 1, 'an account pays one at a time');
    if (payout.source !== null && payout.source_number !== null) {
      const from = await findSource(tx, chain, payout.source, newest);
      assert(from, 'a collection takes something');
      return { kind: 'sequence', next: payout.source_number, from };
    }
    const { account, number: next } = await getSequenceNumber(tx, payout.id);
    if (account === chain.accountNumber) return { kind: 'sequence', next };
    // The transaction was signed by a former paying account: only the same number of that account excludes it.
    const from = chain.formerPayingAddresses?.find((one) => one.account === account);
    if (!from) throw new NotRaised(payoutWords.unknownSigner);
    return { kind: 'sequence', next, from: { ...from, outputs: [] } };
  }
  if (payer.whenStuck === 'push') {
    const waiting = await findWaitingChange(tx, coin, newest);
    if (!waiting) throw new NotRaised(payoutWords.noChangeToPay);
    const change = await assignAddress(tx, context, { coin, purpose: 'funds', subjectId: batch.id });
    return { kind: 'outputs', outputs: [], kept: [waiting], change };
  }
  const kept = await listInputs(tx, coin, newest);
  assert(kept.length > 0, 'a transaction uses something up');
  const outputs = await listSpendable(tx, coin, payer);
  const change = await assignAddress(tx, context, { coin, purpose: 'funds', subjectId: batch.id });
  return { kind: 'outputs', outputs, kept, change };
}

/** All payouts of the batch show this message, so it names the payout with insufficient money. */
const troubleOf = (error: NotRaised | NotCovered): Sentence =>
  error instanceof NotCovered
    ? {
        say: payoutWords.troubleOfPayout,
        values: { payout: error.payout.id, psp: error.payout.psp_id, trouble: error.trouble },
      }
    : error.sentence;

/** Logs every attempt, because attempts are rare. */
async function reportTrouble(
  context: RaiseContext,
  chain: Chain,
  id: string,
  trouble: Sentence,
): Promise<void> {
  context.log.error(
    { batch: id, coin: chain.coin },
    `the fee of a payout is not raised: ${sayIn('en', trouble)}`,
  );
  await transaction(context.sql, async (tx) => {
    const facts = await lockBatchFacts(tx, id);
    if (!facts || !isWanted(facts)) return;
    const height = bumpHeight(context.settings, chain.coin, facts.state.height);
    await saveBump(tx, { id, height, trouble: storeSentence(trouble) });
  });
}

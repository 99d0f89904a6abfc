import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { Chain, Funds, Payer, PayoutPlan, Signed } from '../../chains/chain.ts';
import {
  findSource,
  findWaitingChange,
  listInputs,
  listSpendable,
} from '../../chains/outgoing/list-spendable.ts';
import { assignAddress } from '../../chains/receipts/assign-address.ts';
import { holdChains } from '../../chains/state/hold-chains.ts';
import { isFrozen } from '../../freezes/freeze-payouts.ts';
import { postMovements } from '../../ledger/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { toRecipient } from '../payout.rules.ts';
import { sumAvailable } from '../numbers/available.ts';
import { getSequenceNumber } from '../numbers/number.store.ts';
import { lockWallet } from '../payout.store.ts';
import type { SeenTransaction } from './batch.rules.ts';
import { listToBump, placePayouts, saveBump } from './batch.store.ts';
import { findNextRate } from './next-rate.ts';
import { bumpHeight } from './patience.rules.ts';
import { lockBatchFacts, type BatchFacts } from './read-batch.ts';
import { NotCovered, storeSigned } from './store-signed.ts';

export type RaiseContext = Pick<MerchantContext, 'sql' | 'clock' | 'chains' | 'log' | 'rates' | 'settings'>;

/** After so many the sender looks for new payouts to sign before it goes on. */
const roundLimit = 20;

/** Rolls everything back that was begun; the batch keeps the fee that it has. */
class NotRaised extends Error {}

/**
 * Gives what waits too long for a block a higher fee: by another transaction in place of the ones before, of which only
 * one can ever be mined, or by a child that pays for its parent. The bytes are only stored here; sending is the same as
 * for any other.
 */
export async function raiseFees(context: RaiseContext, chain: Chain, stopping: AbortSignal): Promise<void> {
  const { payer } = chain;
  assert(payer, `no process without a payer signs ${chain.coin}`);
  for (const id of await listToBump(context.sql, chain.coin, roundLimit)) {
    if (stopping.aborted) return;
    try {
      await transaction(context.sql, (tx) => raiseFee(tx, context, chain, payer, id));
    } catch (error) {
      if (!(error instanceof NotRaised) && !(error instanceof NotCovered)) throw error;
      await reportTrouble(context, chain, id, troubleOf(error));
    }
  }
}

async function raiseFee(
  tx: Tx,
  context: RaiseContext,
  chain: Chain,
  payer: Payer,
  id: string,
): Promise<void> {
  const { coin } = chain;
  // What was mined is known, and nothing more is read until the replacement is stored.
  await holdChains(tx, [coin]);
  await lockWallet(tx, coin);
  if (await isFrozen(tx, coin)) return;
  const facts = await lockBatchFacts(tx, id);
  if (!facts || !isWanted(facts)) return;
  const { batch, payouts, transactions, state } = facts;
  const { height } = state;
  const feeRate = findNextRate(context, payer, facts, batch.bump_rate);
  if (typeof feeRate === 'string') throw new NotRaised(feeRate);
  const pushing = payer.whenStuck === 'push';
  const plan = pushing
    ? { recipients: [], feeRate, height, pushes: pricedTogether(transactions) }
    : {
        recipients: payouts.map(toRecipient),
        feeRate,
        height,
        replaces: pricedTogether(transactions.slice(-1)),
      };
  const signed = await sign(tx, context, chain, payer, facts, plan);
  const { places, movements, lacking } = await storeSigned(tx, context, {
    batch,
    generation: batch.generation + 1,
    kind: pushing ? 'child' : 'payment',
    payouts,
    signed,
    feeRate,
    ...(pushing ? { pushed: payouts.map((payout) => payout.fee ?? 0n) } : {}),
  });
  // What is booked already is corrected when a block has the new one.
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
      'a merchant lacks the money for its part of a raised fee; the provider pays it, so that others do not wait',
    );
  }
}

/** Another may have done it meanwhile, or a block may have come. */
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
  chain: Chain,
  payer: Payer,
  facts: BatchFacts,
  plan: PayoutPlan,
): Promise<Extract<Signed, { readonly bytes: string }>> {
  const funds = await chooseFunds(tx, context, chain, payer, facts);
  let signed: Signed;
  try {
    signed = payer.sign(plan, funds);
  } catch (error) {
    throw new NotRaised(`it cannot be signed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if ('shortMinor' in signed) {
    const { coin } = chain;
    throw new NotRaised(`for a higher fee the wallet lacks ${formatAsset(coin, signed.shortMinor)} ${coin}`);
  }
  if (funds.kind === 'sequence' && facts.payouts.every(({ source }) => source === null)) {
    const spentMinor = facts.payouts.reduce((sum, payout) => sum + (payout.fee ?? 0n), 0n);
    const missingMinor = signed.feeMinor - spentMinor - (await sumAvailable(tx, chain, undefined));
    if (missingMinor > 0n) {
      throw new NotRaised(
        `for a higher fee the wallet lacks ${formatAsset(chain.coin, missingMinor)} ${chain.coin}`,
      );
    }
  }
  return signed;
}

/** All that the newest uses, and more where it must be; its number; or the change of what is to be pushed. */
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
    // Signed by an account whose place another has taken: only the same number of the same account excludes it.
    const from = chain.formerPayingAddresses?.find((one) => one.account === account);
    if (!from) throw new NotRaised('it was signed by an account that this process does not know');
    return { kind: 'sequence', next, from: { ...from, outputs: [] } };
  }
  if (payer.whenStuck === 'push') {
    const waiting = await findWaitingChange(tx, coin, newest);
    if (!waiting) throw new NotRaised('it has no change at the node that could pay for it');
    const change = await assignAddress(tx, context, { coin, purpose: 'funds', subjectId: batch.id });
    return { kind: 'outputs', outputs: [], kept: [waiting], change };
  }
  const kept = await listInputs(tx, coin, newest);
  assert(kept.length > 0, 'a transaction uses something up');
  const outputs = await listSpendable(tx, coin, payer);
  const change = await assignAddress(tx, context, { coin, purpose: 'funds', subjectId: batch.id });
  return { kind: 'outputs', outputs, kept, change };
}

/** All payouts of the batch show it, so it names the one whose merchant lacks the money. */
const troubleOf = (error: NotRaised | NotCovered): string =>
  error instanceof NotCovered
    ? `for payout ${error.payout.id} of PSP ${error.payout.psp_id} ${error.trouble}`
    : error.message;

/** Logged whenever it is tried, which is as seldom as a fee is raised. */
async function reportTrouble(
  context: RaiseContext,
  chain: Chain,
  id: string,
  trouble: string,
): Promise<void> {
  context.log.error({ batch: id, coin: chain.coin }, `the fee of a payout is not raised: ${trouble}`);
  await transaction(context.sql, async (tx) => {
    const facts = await lockBatchFacts(tx, id);
    if (!facts || !isWanted(facts)) return;
    const height = bumpHeight(context.settings, chain.coin, facts.state.height);
    await saveBump(tx, { id, height, trouble });
  });
}

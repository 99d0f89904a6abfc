import assert from 'node:assert/strict';
import { sandboxClientId, sandboxPspId } from '../../../access/credentials/create-sandbox-psp.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import type { Address } from '../../../chains/chain.ts';
import { chargeFee, feeCents, reserveFee, settleFee } from '../../../payouts/network-fee.rules.ts';
import { completionOf, type Payout } from '../../../payouts/payout.rules.ts';
import { pastId } from './past-id.ts';
import { pastHeight, type NewOrder, type Past } from './past.ts';

const signedAfterMs = 1_500;
const doneAfterMs = 9 * 60_000;

interface PastPayout {
  readonly id: string;
  readonly to: Address;
  readonly feeAllowanceMinor: bigint;
  readonly feeReserveCents: bigint;
  /** Status of the refunded payment when the refund begins and when it ends. */
  readonly paymentStatuses?: readonly [string, string];
  /** The payout waits for an approval by staff. */
  readonly isWaiting?: boolean;
}

/** Returns the usual network fee and its cost for the merchant at a time. */
export function feeAt(past: Past, coin: CoinCode, atMs: number): { minor: bigint; cents: bigint } {
  const { chain, feeRate } = past.wallet(coin);
  const minor = chain.usualFee(feeRate);
  return { minor, cents: feeCents(coin, minor, past.stage.rates(`${coin}EUR`, atMs).bestForWithdraw) };
}

/**
 * Writes a payout and its order from request to completion, and returns the time of completion. A waiting payout ends at
 * the request.
 */
export function seedPayout(past: Past, at: Date, given: NewOrder, terms: PastPayout): Date {
  const { coin, coin_amount: amountMinor, euro_amount: euroValue } = given;
  const { id, to, feeAllowanceMinor, feeReserveCents, paymentStatuses, isWaiting } = terms;
  assert(amountMinor !== null && euroValue !== null);
  const wallet = { customer_wallet_address: to.address, destination_tag: to.destinationTag };
  const held = isWaiting ? ({ status: 'CREATED', hold: 'approval' } as const) : {};
  const order = past.openOrder(
    at,
    { ...given, ...wallet, ...held, network_fee: feeReserveCents },
    paymentStatuses?.[0],
  );
  if (feeReserveCents > 0n) past.book(at, reserveFee(sandboxPspId, order.id, feeReserveCents));
  const payout = {
    id,
    coin,
    kind: given.kind as Payout['kind'],
    order_id: order.id,
    psp_id: sandboxPspId,
    address: to.address,
    destination_tag: to.destinationTag,
    destination: to.destination,
    amount: amountMinor,
    fee_allowance: feeAllowanceMinor,
    fee_payer: 'merchant',
    fee_reserve: feeReserveCents,
    fee_charge: 0n,
    fee_covered: 0n,
    fee_borne: 0n,
    euro_value: euroValue,
    status: 'RESERVED',
    approval: isWaiting ? 'waiting' : null,
    batch_id: null,
    transaction_id: null,
    fee: null,
    requested_by: `client:${sandboxClientId}`,
    created_at: at,
  } as Payout;
  past.add('payouts', Object.assign(payout, { signed_at: null, updated_at: at }));
  if (isWaiting) return at;
  const signedAt = new Date(at.getTime() + signedAfterMs);
  const doneAt = new Date(at.getTime() + doneAfterMs);
  const batchId = pastId(signedAt.getTime());
  past.add('payout_batches', { id: batchId, coin, created_at: signedAt, broadcast_at: signedAt });
  const { transactionId, feeMinor } = sendCoins(past, {
    coin,
    to,
    amountMinor,
    signedAt,
    batchId,
    payoutId: id,
  });
  Object.assign(payout, {
    status: 'COMPLETED',
    batch_id: batchId,
    transaction_id: transactionId,
    fee: feeMinor,
    signed_at: signedAt,
  });
  const price = () => past.stage.rates(`${coin}EUR`, signedAt.getTime()).bestForWithdraw;
  // The merchant's balance exceeds any fee.
  const charge = chargeFee(payout, { transactionId, feeMinor, availableCents: 1_000_000n, price });
  if (charge) {
    const { chargeCents, coveredMinor, reserveCents, movement } = charge;
    Object.assign(payout, { fee_charge: chargeCents, fee_covered: coveredMinor, fee_reserve: reserveCents });
    if (movement) past.book(signedAt, movement);
  }
  const { chargeCents, coveredMinor, movements } = settleFee(payout, 'COMPLETED');
  past.book(doneAt, ...movements, completionOf(payout));
  Object.assign(payout, {
    fee_reserve: 0n,
    fee_charge: chargeCents,
    fee_covered: coveredMinor,
    updated_at: doneAt,
  });
  const done = { status: 'COMPLETED', blockchain_transaction_id: transactionId } as const;
  past.changeOrder(doneAt, order, { ...done, network_fee: chargeCents }, paymentStatuses?.[1]);
  return doneAt;
}

interface Sending {
  readonly coin: CoinCode;
  readonly to: Address;
  readonly amountMinor: bigint;
  readonly signedAt: Date;
  readonly batchId: string;
  readonly payoutId: string;
}

/** Signs a transaction of the wallet and writes the rows of the chain and the service. */
function sendCoins(past: Past, sending: Sending): { transactionId: string; feeMinor: bigint } {
  const { coin, to, amountMinor, signedAt, batchId, payoutId } = sending;
  const wallet = past.wallet(coin);
  const { output, feeRate, next, chain } = wallet;
  const { payer } = chain;
  assert(payer, 'a simulated chain has its keys');
  const change = payer.funds === 'outputs' ? past.takeAddress(coin, 'funds', batchId, signedAt) : undefined;
  const signed = payer.sign(
    { recipients: [{ to, amountMinor }], feeRate, height: pastHeight },
    change ? { kind: 'outputs', outputs: [output], change } : { kind: 'sequence', next },
  );
  assert('bytes' in signed);
  const { transactionId, bytes, weight, feeMinor, spends, lastHeight } = signed;
  const outputs = [{ ...to, amountMinor }];
  if (change) {
    const { destination, index: addressIndex } = change;
    const changeMinor = output.amountMinor - amountMinor - feeMinor;
    outputs.push({ ...change, amountMinor: changeMinor });
    wallet.output = {
      transactionId,
      index: 1,
      destination,
      amountMinor: changeMinor,
      branch: 1,
      addressIndex,
    };
  } else {
    past.add('account_numbers', { coin, account: 0, number: next, payout_id: payoutId });
    wallet.next += 1n;
  }
  const numbered = change ? {} : { account: (spends[0] ?? '').replace(/:\d+$/, ''), number: next };
  const chainRow = { id: transactionId, fee: feeMinor, seen_at: signedAt, last_height: lastHeight };
  past.addTransaction(coin, { ...chainRow, ...numbered }, spends, outputs);
  const key = { coin, transaction_id: transactionId };
  past.add('payout_transactions', {
    ...key,
    batch_id: batchId,
    generation: 0,
    kind: 'payment',
    bytes,
    fee: feeMinor,
    fee_rate: feeRate,
    weight,
    last_height: lastHeight,
    signed_at: signedAt,
  });
  past.add('payout_shares', { ...key, payout_id: payoutId, output_index: 0, fee: feeMinor });
  const sent = { ...key, subject_id: batchId };
  past.add('chain_sent', { ...sent, block_height: pastHeight, fee: change ? null : feeMinor });
  for (const spend of spends) {
    past.add('chain_claims', { ...sent, spend });
    past.add('chain_sent_spends', { ...sent, spend });
  }
  return { transactionId, feeMinor };
}

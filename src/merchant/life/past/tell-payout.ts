import assert from 'node:assert/strict';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address, Chain, SpendableOutput } from '../../chains/chain.ts';
import { simulatedCoins, sizeOf } from '../../chains/simulated/simulated-coin.rules.ts';
import { sandboxClientId, sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import { chargeFee, settleFee } from '../../payouts/network-fee.rules.ts';
import { completionOf, type Payout } from '../../payouts/payout.rules.ts';
import type { History } from './history.ts';
import { creditedOutput } from './past.rules.ts';

/** A payout that was asked for; how it was paid is told once all are known, in the order of their moments. */
export interface PastPayout {
  readonly atMs: number;
  readonly coin: CoinCode;
  readonly kind: 'withdrawal' | 'refund';
  readonly id: string;
  readonly orderId: string;
  readonly to: Address;
  readonly amountMinor: bigint;
  readonly feeAllowanceMinor: bigint;
  readonly feeReserveCents: bigint;
  readonly euroValueMinor: bigint;
  /** The owner's part, after the payout's own: the transaction, and what its fee cost the merchant. */
  readonly completed: (at: Date, transactionId: string, networkFeeCents: bigint) => void;
}

/** The wallet of a coin while its past is told. */
export interface PastWallet {
  readonly chain: Chain;
  readonly feeRate: bigint;
  /** The one output that all of it is paid from, and then its change; none where the chain counts. */
  output: SpendableOutput | undefined;
  /** The account's next number, where the chain counts. */
  next: bigint;
  /** What was there before, and is used up now. */
  readonly spent: { output: SpendableOutput; by: string }[];
  takeChangeAddress(): Address & { readonly index: number };
}

type MutableRow = Record<string, unknown>;

const requestedBy = `client:${sandboxClientId}`;
const signedAfterMs = 1_500;
const minedAfterMs = 9 * 60_000;

/** Signs, sends and confirms a payout of the past, with all that is written down on the way. */
export function tellPayout(
  history: History,
  wallet: PastWallet,
  told: PastPayout,
  changes: Map<string, MutableRow>,
): void {
  const { random, rates } = history.stage;
  const { coin } = told;
  const signedAt = new Date(told.atMs + signedAfterMs);
  const doneAt = new Date(told.atMs + minedAfterMs);
  const batchId = random.id(signedAt.getTime());
  const signed = sign(wallet, told, history.stage.blockHeight);
  const reserved: Payout = {
    id: told.id,
    coin,
    kind: told.kind,
    order_id: told.orderId,
    psp_id: sandboxPspId,
    address: told.to.address,
    destination_tag: told.to.destinationTag,
    destination: told.to.destination,
    amount: told.amountMinor,
    fee_allowance: told.feeAllowanceMinor,
    fee_payer: 'merchant',
    fee_reserve: told.feeReserveCents,
    fee_charge: 0n,
    fee_covered: 0n,
    fee_borne: 0n,
    lost_fee: 0n,
    euro_value: told.euroValueMinor,
    status: 'COMPLETED',
    batch_id: batchId,
    transaction_id: signed.transactionId,
    source: null,
    source_number: null,
    weight: null,
    fee: signed.feeMinor,
    trouble: null,
    fee_corrections: 0,
    requested_by: requestedBy,
    approval: null,
    screening: null,
    created_at: new Date(told.atMs),
  };
  const charge = chargeFee(reserved, {
    transactionId: signed.transactionId,
    feeMinor: signed.feeMinor,
    // More than any fee: the sandbox's merchant is rich.
    availableCents: 1_000_000n,
    price: () => rates(`${coin}EUR`, signedAt.getTime()).bestForWithdraw,
  });
  const charged: Payout = charge
    ? {
        ...reserved,
        fee_charge: charge.chargeCents,
        fee_covered: charge.coveredMinor,
        fee_reserve: charge.reserveCents,
      }
    : reserved;
  if (charge?.movement) history.book(signedAt, [charge.movement]);
  const settled = settleFee(charged, 'COMPLETED');
  history.book(doneAt, [...settled.movements, completionOf(charged)]);
  history.add('payout_batches', {
    id: batchId,
    coin,
    generation: 0,
    attempts: 0,
    created_at: signedAt,
    broadcast_at: new Date(signedAt.getTime() + 200),
  });
  history.add('payouts', {
    ...charged,
    fee_reserve: 0n,
    fee_charge: settled.chargeCents,
    fee_covered: settled.coveredMinor,
    attempts: 0,
    signed_at: signedAt,
    updated_at: doneAt,
  });
  history.add('payout_transactions', {
    coin,
    transaction_id: signed.transactionId,
    batch_id: batchId,
    generation: 0,
    kind: 'payment',
    bytes: signed.bytes,
    fee: signed.feeMinor,
    fee_rate: wallet.feeRate,
    weight: signed.weight,
    last_height: signed.lastHeight,
    signed_at: signedAt,
  });
  history.add('payout_shares', {
    coin,
    transaction_id: signed.transactionId,
    payout_id: told.id,
    output_index: 0,
    fee: signed.feeMinor,
  });
  tellTransaction(history, wallet, told, { signed, batchId, signedAt }, changes);
  told.completed(doneAt, signed.transactionId, settled.chargeCents);
}

type SignedBytes = ReturnType<typeof sign>;

function sign(wallet: PastWallet, { to, amountMinor }: PastPayout, height: number) {
  const { payer } = wallet.chain;
  assert(payer, 'a simulated chain has its keys');
  const plan = { recipients: [{ to, amountMinor }], feeRate: wallet.feeRate, height };
  if (payer.funds === 'sequence') {
    const signed = payer.sign(plan, { kind: 'sequence', next: wallet.next });
    assert('bytes' in signed);
    const number = wallet.next;
    wallet.next += 1n;
    return { ...signed, number, change: undefined, input: undefined };
  }
  assert(wallet.output, 'the wallet has its endowment');
  const change = wallet.takeChangeAddress();
  const input = wallet.output;
  const signed = payer.sign(plan, { kind: 'outputs', outputs: [input], change });
  assert('bytes' in signed);
  const changeMinor = input.amountMinor - amountMinor - signed.feeMinor;
  return { ...signed, number: undefined, input, change: { ...change, amountMinor: changeMinor } };
}

interface Sent {
  readonly signed: SignedBytes;
  readonly batchId: string;
  readonly signedAt: Date;
}

/** What the chain, and we of the chain, know of it. */
function tellTransaction(
  history: History,
  wallet: PastWallet,
  { id: payoutId, to, amountMinor, coin }: PastPayout,
  { signed, batchId, signedAt }: Sent,
  changes: Map<string, MutableRow>,
): void {
  const { blockHeight } = history.stage;
  const seenAt = new Date(signedAt.getTime() + 400);
  const minedAt = new Date(seenAt.getTime() + 4 * 60_000);
  const key = { coin, transaction_id: signed.transactionId };
  const { number, change, input } = signed;
  const outputs = [{ ...to, amountMinor }, ...(change ? [change] : [])];
  history.add('simulated_transactions', {
    coin,
    id: signed.transactionId,
    fee: signed.feeMinor,
    account: number === undefined ? null : (signed.spends[0] ?? '').replace(/:\d+$/, ''),
    number: number ?? null,
    last_height: signed.lastHeight,
    seen_at: seenAt,
    block_height: blockHeight,
    size: sizeOf(simulatedCoins[coin].size, signed.spends.length, outputs.length),
    failed: false,
  });
  for (const [index, output] of outputs.entries()) {
    history.add('simulated_outputs', {
      ...key,
      output_index: index,
      address: output.address,
      destination_tag: output.destinationTag,
      destination: output.destination,
      amount: output.amountMinor,
    });
  }
  history.add('chain_sent', {
    ...key,
    subject_id: batchId,
    block_height: blockHeight,
    unconfirmed: false,
    fee: number === undefined ? null : signed.feeMinor,
    failed: false,
  });
  for (const spend of signed.spends) {
    history.add('simulated_spends', { ...key, spend });
    history.add('chain_claims', { ...key, spend, subject_id: batchId });
    history.add('chain_sent_spends', { ...key, spend, subject_id: batchId });
  }
  if (number !== undefined) {
    history.add('account_numbers', { coin, account: 0, number, payout_id: payoutId });
  }
  if (!input || !change) return;
  const spentKey = `${coin} ${input.transactionId}:${input.index}`;
  const spentRow = changes.get(spentKey);
  if (spentRow) Object.assign(spentRow, { spent_by: signed.transactionId, spent_height: blockHeight });
  else wallet.spent.push({ output: input, by: signed.transactionId });
  history.add('chain_addresses', {
    coin,
    destination: change.destination,
    address: change.address,
    destination_tag: null,
    account: 0,
    branch: 1,
    address_index: change.index,
    purpose: 'funds',
    subject_id: batchId,
    created_at: signedAt,
  });
  const row: MutableRow = {
    ...key,
    output_index: 1,
    destination: change.destination,
    amount: change.amountMinor,
    purpose: 'funds',
    subject_id: batchId,
    first_seen_at: seenAt,
    block_height: blockHeight,
    ...creditedOutput,
    mined_at: minedAt,
  };
  changes.set(`${coin} ${signed.transactionId}:1`, row);
  history.add('chain_outputs', row);
  wallet.output = {
    transactionId: signed.transactionId,
    index: 1,
    destination: change.destination,
    amountMinor: change.amountMinor,
    branch: 1,
    addressIndex: change.index,
    account: 0,
  };
}

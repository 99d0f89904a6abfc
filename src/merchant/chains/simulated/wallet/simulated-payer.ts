import type { CoinCode } from '../../../assets/asset.rules.ts';
import type { Funds, Payer, PayoutPlan, Signed, Source, SpendableOutput } from '../../chain.ts';
import { hashOf } from '../hashes.ts';
import { feeOfSize, replacementFee, simulatedCoins, sizeOf } from '../simulated-coin.rules.ts';
import { getPayingAddress, spendOfSequence } from './paying-address.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';
import { signTransaction, type WalletTransaction } from './simulated-bytes.ts';

/** Smaller change is not worth its own output and goes to the miner. */
const dustMinor = 546n;

/** Upper limit of fee rates, as a multiple of the usual rate. */
const mostTimes = 1000n;

export function createSimulatedPayer(coin: CoinCode, wallet: SandboxWallet): Payer {
  const { funds: kind, feeRate, whenStuck, size } = simulatedCoins[coin];
  const toSigned = (transaction: WalletTransaction, spends: readonly string[], plan: PayoutPlan): Signed => {
    const bytes = signTransaction(transaction, wallet.privateKey);
    const weight =
      plan.recipients[0]?.weight ??
      Number(sizeOf(size, transaction.inputs.length, transaction.outputs.length));
    return {
      bytes,
      transactionId: hashOf(coin, bytes),
      spends,
      feeMinor: BigInt(transaction.fee),
      lastHeight: transaction.lastHeight,
      weight,
      // A single recipient pays for the whole transaction.
      paid: plan.recipients.map((_, outputIndex) => ({
        outputIndex,
        weight: kind === 'outputs' ? Number(size.output) : weight,
      })),
    };
  };
  return {
    funds: kind,
    whenStuck,
    highestFeeRate: feeRate * mostTimes,
    ...(coin === 'ETH' ? { collects: true } : {}),
    sign(plan, funds) {
      if (funds.kind !== kind) throw new TypeError(`${coin} pays from ${kind}, not from ${funds.kind}`);
      if (funds.kind === 'sequence') {
        const { from } = funds;
        const transaction = draftNumbered(coin, plan, funds);
        const missingMinor = from ? missingFrom(from, plan, BigInt(transaction.fee)) : 0n;
        if (missingMinor > 0n) return { shortMinor: missingMinor };
        const { address } = from ?? getPayingAddress(wallet);
        const used = (from?.outputs ?? []).map(spendOf);
        return toSigned(transaction, [spendOfSequence(address, funds.next), ...used], plan);
      }
      const transaction = draftFromOutputs(coin, plan, funds);
      if ('shortMinor' in transaction) return transaction;
      const spends = transaction.inputs.map((input) => input.spend);
      return toSigned(transaction, spends, plan);
    },
  };
}

type WalletOutput = WalletTransaction['outputs'][number];

const recipientsOf = (plan: PayoutPlan): WalletOutput[] =>
  plan.recipients.map(({ to, amountMinor }) => ({
    address: to.address,
    destinationTag: to.destinationTag,
    amount: String(amountMinor),
  }));

/** Returns the fee by the rate, or the fee required to replace or push another transaction if that is higher. */
function priceOf(coin: CoinCode, { feeRate, replaces, pushes }: PayoutPlan, units: bigint): bigint {
  const { size } = simulatedCoins[coin];
  const byRate = feeOfSize(size, feeRate, units);
  const pushing = pushes ? feeOfSize(size, feeRate, units + BigInt(pushes.weight)) - pushes.feeMinor : 0n;
  const replacing = replaces ? replacementFee(coin, units, replaces.feeMinor) : 0n;
  return [pushing, replacing].reduce((most, fee) => (fee > most ? fee : most), byRate);
}

function missingFrom({ outputs }: Source, { recipients }: PayoutPlan, feeMinor: bigint): bigint {
  const neededMinor = recipients.reduce((sum, { amountMinor }) => sum + amountMinor, feeMinor);
  return outputs.reduce((missing, { amountMinor }) => missing - amountMinor, neededMinor);
}

function draftNumbered(
  coin: CoinCode,
  plan: PayoutPlan,
  { next, from }: Extract<Funds, { kind: 'sequence' }>,
): WalletTransaction {
  const { size, lifetimeBlocks } = simulatedCoins[coin];
  const [recipient, ...others] = plan.recipients;
  if (!recipient || others.length > 0) throw new TypeError(`${coin} pays one at a time`);
  const units = recipient.weight === undefined ? sizeOf(size, 0, 1) : BigInt(recipient.weight);
  return {
    coin,
    inputs: [],
    number: String(next),
    ...(from ? { source: { branch: from.branch, index: from.index } } : {}),
    outputs: recipientsOf(plan),
    fee: String(priceOf(coin, plan, units)),
    lastHeight: lifetimeBlocks === null ? null : plan.height + lifetimeBlocks,
  };
}

/** Selects the largest outputs first: few inputs, and the same selection for the same outputs. */
function draftFromOutputs(
  coin: CoinCode,
  plan: PayoutPlan,
  funds: Extract<Funds, { kind: 'outputs' }>,
): WalletTransaction | { shortMinor: bigint } {
  const { size } = simulatedCoins[coin];
  const payments = recipientsOf(plan);
  const amountMinor = plan.recipients.reduce((sum, recipient) => sum + recipient.amountMinor, 0n);
  const fee = (inputs: number, change: number): bigint =>
    priceOf(coin, plan, sizeOf(size, inputs, payments.length + change));
  // Without a recipient the transaction is signed for its change alone.
  const needed = (inputs: number): bigint =>
    amountMinor +
    (payments.length > 0 ? fee(Math.max(inputs, 1), 0) : fee(Math.max(inputs, 1), 1) + dustMinor);
  const chosen: SpendableOutput[] = [...(funds.kept ?? [])];
  let sum = chosen.reduce((total, output) => total + output.amountMinor, 0n);
  for (const output of funds.outputs.toSorted(byAmount)) {
    if (sum >= needed(chosen.length)) break;
    chosen.push(output);
    sum += output.amountMinor;
  }
  if (sum < needed(chosen.length)) return { shortMinor: needed(chosen.length) - sum };
  const change = sum - amountMinor - fee(chosen.length, 1);
  const keepsChange = change >= dustMinor;
  return {
    coin,
    inputs: chosen.map((output) => ({
      spend: spendOf(output),
      branch: output.branch,
      index: output.addressIndex,
    })),
    number: null,
    outputs: keepsChange
      ? [...payments, { address: funds.change.address, destinationTag: null, amount: String(change) }]
      : payments,
    fee: String(sum - amountMinor - (keepsChange ? change : 0n)),
    lastHeight: null,
  };
}

const spendOf = (output: SpendableOutput): string => `${output.transactionId}:${output.index}`;

const byAmount = (one: SpendableOutput, other: SpendableOutput): number => {
  if (one.amountMinor !== other.amountMinor) return one.amountMinor > other.amountMinor ? -1 : 1;
  return spendOf(one) < spendOf(other) ? -1 : 1;
};

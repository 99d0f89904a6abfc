import type { CoinCode } from '../../../assets/asset.rules.ts';
import type { Funds, Payer, PayoutPlan, Signed, SpendableOutput } from '../../chain.ts';
import { hashOf } from '../hashes.ts';
import { feeFor, simulatedCoins } from '../simulated-coin.rules.ts';
import { getPayingAddress, spendOfSequence } from './paying-address.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';
import { signTransaction, type WalletTransaction } from './simulated-bytes.ts';

/** Less is not worth an output of its own; it goes to the miner. */
const dustMinor = 546n;

export function createSimulatedPayer(coin: CoinCode, wallet: SandboxWallet): Payer {
  const { funds: kind } = simulatedCoins[coin];
  const toSigned = (transaction: WalletTransaction, spends: readonly string[]): Signed => {
    const bytes = signTransaction(transaction, wallet.privateKey);
    return {
      bytes,
      transactionId: hashOf(coin, bytes),
      spends,
      feeMinor: BigInt(transaction.fee),
      lastHeight: transaction.lastHeight,
    };
  };
  return {
    funds: kind,
    sign(plan, funds) {
      if (funds.kind !== kind) throw new TypeError(`${coin} pays from ${kind}, not from ${funds.kind}`);
      if (funds.kind === 'sequence') {
        const transaction = draftNumbered(coin, plan, funds.next);
        return toSigned(transaction, [spendOfSequence(getPayingAddress(wallet).address, funds.next)]);
      }
      const transaction = draftFromOutputs(coin, plan, funds);
      return 'shortMinor' in transaction
        ? transaction
        : toSigned(
            transaction,
            transaction.inputs.map((input) => input.spend),
          );
    },
  };
}

const recipient = (plan: PayoutPlan): WalletTransaction['outputs'][number] => ({
  address: plan.to.address,
  destinationTag: plan.to.destinationTag,
  amount: String(plan.amountMinor),
});

function draftNumbered(coin: CoinCode, plan: PayoutPlan, next: bigint): WalletTransaction {
  const { size, lifetimeBlocks } = simulatedCoins[coin];
  return {
    coin,
    inputs: [],
    number: String(next),
    outputs: [recipient(plan)],
    fee: String(feeFor(size, plan.feeRate, 0, 1)),
    lastHeight: lifetimeBlocks === null ? null : plan.height + lifetimeBlocks,
  };
}

/** The largest first: few inputs, and the same ones whenever the same are offered. */
function draftFromOutputs(
  coin: CoinCode,
  plan: PayoutPlan,
  funds: Extract<Funds, { kind: 'outputs' }>,
): WalletTransaction | { shortMinor: bigint } {
  const { size } = simulatedCoins[coin];
  const chosen: SpendableOutput[] = [];
  let sum = 0n;
  for (const output of funds.outputs.toSorted(byAmount)) {
    if (sum >= plan.amountMinor + feeFor(size, plan.feeRate, chosen.length, 1)) break;
    chosen.push(output);
    sum += output.amountMinor;
  }
  const needed = plan.amountMinor + feeFor(size, plan.feeRate, Math.max(chosen.length, 1), 1);
  if (sum < needed) return { shortMinor: needed - sum };
  const change = sum - plan.amountMinor - feeFor(size, plan.feeRate, chosen.length, 2);
  const keepsChange = change >= dustMinor;
  return {
    coin,
    inputs: chosen.map((output) => ({
      spend: spendOf(output),
      branch: output.branch,
      index: output.addressIndex,
    })),
    number: null,
    outputs: [
      recipient(plan),
      ...(keepsChange
        ? [{ address: funds.change.address, destinationTag: null, amount: String(change) }]
        : []),
    ],
    fee: String(sum - plan.amountMinor - (keepsChange ? change : 0n)),
    lastHeight: null,
  };
}

const spendOf = (output: SpendableOutput): string => `${output.transactionId}:${output.index}`;

const byAmount = (one: SpendableOutput, other: SpendableOutput): number => {
  if (one.amountMinor !== other.amountMinor) return one.amountMinor > other.amountMinor ? -1 : 1;
  return spendOf(one) < spendOf(other) ? -1 : 1;
};

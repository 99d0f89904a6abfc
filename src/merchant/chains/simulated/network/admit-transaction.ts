import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import { formatAsset, type CoinCode } from '../../../assets/asset.rules.ts';
import { replacementFee, simulatedCoins, sizeOf } from '../simulated-coin.rules.ts';
import { lockTip } from './simulated-chain.store.ts';
import {
  deleteTransactions,
  listConflicts,
  listOutputs,
  listWithDependents,
  readAccount,
  type Conflict,
} from './simulated-spend.store.ts';
import { insertTransaction, listTransactions, type NewTransaction } from './simulated-transaction.store.ts';

export interface Candidate extends Omit<NewTransaction, 'size'> {
  /**
   * Outputs that must exist and belong to these destinations. Null for transactions of customers, whose coins are
   * created on demand.
   */
  readonly inputs: readonly { readonly spend: string; readonly destination: string }[] | null;
}

type Admission =
  | { readonly outcome: 'accepted' | 'known' }
  | { readonly outcome: 'refused'; readonly about: 'fee' | 'spends' | 'age'; readonly reason: string };

const refuse = (about: 'fee' | 'spends' | 'age', reason: string): Admission => ({
  outcome: 'refused',
  about,
  reason,
});

/**
 * Applies a node's mempool rules. No output is spent twice, no transaction spends more than its inputs have, and a
 * transaction is replaced only for a higher fee. As in BIP-125, that fee exceeds those of all replaced transactions by
 * the relay cost, at a higher rate. Where transactions are counted, it exceeds them by a tenth.
 */
export async function admitTransaction(
  tx: Tx,
  context: { readonly clock: Clock },
  coin: CoinCode,
  candidate: Candidate,
): Promise<Admission> {
  const tip = await lockTip(tx, coin);
  if ((await listTransactions(tx, coin, [candidate.id])).length > 0) return { outcome: 'known' };
  if (candidate.lastHeight !== null && candidate.lastHeight <= tip.height) {
    return refuse('age', `it expired with block ${candidate.lastHeight}`);
  }
  const conflicts = await listConflicts(tx, coin, candidate.spends);
  const mined = conflicts.find((conflict) => conflict.block_height !== null);
  if (mined)
    return refuse(
      'spends',
      `transaction ${mined.id} in block ${mined.block_height} has spent the same coins`,
    );
  const leaving = await listWithDependents(
    tx,
    coin,
    conflicts.map((conflict) => conflict.id),
    false,
  );
  const fee = candidate.sequence
    ? await checkAccount(tx, coin, candidate, candidate.sequence, conflicts)
    : await checkInputs(tx, coin, candidate, new Set(leaving.map((one) => one.id)));
  if (typeof fee === 'string') return refuse('spends', fee);
  if (fee < simulatedCoins[coin].minimumFeeMinor)
    return refuse(
      'fee',
      `its fee is below ${formatAsset(coin, simulatedCoins[coin].minimumFeeMinor)}, the minimum that nodes relay`,
    );
  const size = candidateSize(coin, candidate);
  const tooCheap = leaving.length > 0 ? judgeReplacement(coin, { fee, size }, conflicts, leaving) : undefined;
  if (tooCheap !== undefined) return refuse('fee', tooCheap);
  await deleteTransactions(
    tx,
    coin,
    leaving.map((one) => one.id),
  );
  await insertTransaction(tx, coin, { ...candidate, feeMinor: fee, size }, context.clock.now());
  return { outcome: 'accepted' };
}

/** Coins of customers count as one input. */
const candidateSize = (coin: CoinCode, { inputs, spends, outputs }: Candidate): bigint =>
  sizeOf(simulatedCoins[coin].size, inputs?.length ?? spends.length, outputs.length);

/** Returns the reason why the fee is too low to replace the conflicting transactions, if it is. */
function judgeReplacement(
  coin: CoinCode,
  candidate: { readonly fee: bigint; readonly size: bigint },
  conflicts: readonly Conflict[],
  leaving: readonly { readonly fee: bigint }[],
): string | undefined {
  const least = replacementFee(
    coin,
    candidate.size,
    leaving.reduce((sum, one) => sum + one.fee, 0n),
  );
  const [first] = conflicts;
  if (candidate.fee < least) {
    return `it would replace ${first?.id}, which needs a fee of ${formatAsset(coin, least)}`;
  }
  const dearer = conflicts.find((one) => one.fee * candidate.size >= candidate.fee * one.size);
  return dearer && `it would replace ${dearer.id}, which has the same fee rate or a higher one`;
}

const totalOf = (candidate: Candidate): bigint =>
  candidate.outputs.reduce((sum, output) => sum + output.amountMinor, 0n);

/** Returns the transaction's fee, or the reason why its inputs are invalid. */
async function checkInputs(
  tx: Tx,
  coin: CoinCode,
  candidate: Candidate,
  leaving: ReadonlySet<string>,
): Promise<bigint | string> {
  if (candidate.inputs === null) return candidate.feeMinor;
  const found = new Map(
    (await listOutputs(tx, coin, candidate.spends)).map((output) => [output.spend, output]),
  );
  let sum = 0n;
  for (const { spend, destination } of candidate.inputs) {
    const output = found.get(spend);
    if (!output || leaving.has(output.transaction_id)) return `there is no output ${spend}`;
    if (output.destination !== destination) return `the signature does not fit the output ${spend}`;
    sum += output.amount;
  }
  const fee = sum - totalOf(candidate);
  return fee < 0n ? `it pays ${formatAsset(coin, -fee)} more than it spends` : fee;
}

async function checkAccount(
  tx: Tx,
  coin: CoinCode,
  candidate: Candidate,
  sequence: { account: string; number: bigint },
  conflicts: readonly Conflict[],
): Promise<bigint | string> {
  const { balance, next } = await readAccount(tx, coin, sequence.account);
  const [replaced] = conflicts;
  if (!replaced && sequence.number !== next) {
    return `the next number of ${sequence.account} is ${next}, not ${sequence.number}`;
  }
  const available = balance + (replaced ? replaced.fee + replaced.total : 0n);
  const missing = totalOf(candidate) + candidate.feeMinor - available;
  return missing > 0n ? `the account lacks ${formatAsset(coin, missing)}` : candidate.feeMinor;
}

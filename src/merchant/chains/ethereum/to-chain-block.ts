import type { ChainBlock, ChainOutput, ChainTransaction } from '../chain.ts';
import { spendOf, type NodeBlock, type NodeReceipt, type NodeTransaction } from './read-ethereum-block.ts';
import type { Transfer, Transfers } from './read-traces.ts';

/** Gas of a transaction that runs no code. */
export const plainGas = 21_000n;

/** Returns whether any transaction ran code. Otherwise no contract can have paid anything. */
export const ranCode = (receipts: readonly NodeReceipt[]): boolean =>
  receipts.some(({ gasUsed }) => gasUsed > plainGas);

/** `transfers` is absent if the contracts that ran could not be traced. */
export function toChainBlock(
  block: NodeBlock,
  receipts: readonly NodeReceipt[],
  transfers: Transfers | undefined,
): ChainBlock {
  const { height, hash, parentHash, minedAtMs } = block;
  const transactions = block.transactions.flatMap((transaction, position) => {
    const receipt = receipts[position];
    return receipt ? [toTransaction(transaction, receipt, transfers?.get(transaction.id) ?? [])] : [];
  });
  return {
    height,
    hash,
    parentHash,
    minedAtMs,
    transactions: [...transactions, ...paidByBlock(block, receipts)],
    ...(transfers === undefined && ranCode(receipts) ? { incomplete: true } : {}),
  };
}

function toTransaction(
  { id, from, nonce, to, amountMinor }: NodeTransaction,
  { succeeded, gasUsed, price, blobFee }: NodeReceipt,
  transfers: readonly Transfer[],
): ChainTransaction {
  const shared = { id, spends: [spendOf(from, nonce)], feeMinor: gasUsed * price + blobFee };
  if (!succeeded) return { ...shared, outputs: [], failed: true };
  // The first output is always the transaction's own value, even if it is 0, because the others are unknown while the
  // transaction is unconfirmed.
  const paid = [{ to, amountMinor }, ...transfers];
  const outputs = paid.flatMap((transfer, index): ChainOutput[] =>
    transfer.to === undefined || transfer.amountMinor === 0n
      ? []
      : [{ index, destination: transfer.to, amountMinor: transfer.amountMinor }],
  );
  return { ...shared, outputs };
}

/**
 * Indexes count down from here, so that they never collide with the indexes derived from addresses, which identify
 * balances found without a transaction.
 */
const lastIndex = 2 ** 31 - 1;

/** Returns coins that no transaction pays: withdrawals of validators, and the fees for the proposer of the block. */
function paidByBlock(block: NodeBlock, receipts: readonly NodeReceipt[]): ChainTransaction[] {
  const tips = receipts.reduce((sum, { gasUsed, price }) => sum + gasUsed * (price - block.baseFee), 0n);
  const paid = [{ to: block.feeRecipient, amountMinor: tips }, ...block.withdrawals];
  const outputs = paid.flatMap(({ to, amountMinor }, position): ChainOutput[] =>
    amountMinor > 0n ? [{ index: lastIndex - position, destination: to, amountMinor }] : [],
  );
  return outputs.length === 0 ? [] : [{ id: block.hash, spends: [], outputs }];
}

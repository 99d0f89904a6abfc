import type { ChainTransaction } from '../chain.ts';
import { NodeFailure } from '../rpc/rpc.ts';
import {
  addressIn,
  countIn,
  fieldsOf,
  hashIn,
  listOf,
  quantityIn,
  unsound,
  type Fields,
} from './read-fields.ts';

/** A transaction from the pool or a block, without its receipt: its success is still unknown. */
export interface NodeTransaction {
  readonly id: string;
  readonly from: string;
  readonly nonce: bigint;
  /** Undefined if it creates a contract. */
  readonly to: string | undefined;
  readonly amountMinor: bigint;
}

export interface NodeBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly minedAtMs: number;
  readonly baseFee: bigint;
  /** Address that receives the fees above the base fee. */
  readonly feeRecipient: string;
  readonly transactions: readonly NodeTransaction[];
  /** Withdrawals of validators, in wei. No transaction pays them. */
  readonly withdrawals: readonly { readonly to: string; readonly amountMinor: bigint }[];
}

export function readHeader(value: unknown): Pick<NodeBlock, 'height' | 'hash'> {
  const block = fieldsOf(value, 'block');
  return { height: countIn(block, 'number'), hash: hashIn(block, 'hash') };
}

/** Reads the answer to `eth_getBlockByNumber` with full transactions. */
export function readNodeBlock(value: unknown): NodeBlock {
  const block = fieldsOf(value, 'block');
  const header = readHeader(block);
  const transactions = listOf(block['transactions'], 'transactions').map((one, position) => {
    const fields = fieldsOf(one, 'transaction');
    if (hashIn(fields, 'blockHash') !== header.hash || countIn(fields, 'transactionIndex') !== position) {
      throw new NodeFailure('the node sent a transaction of another block');
    }
    return readNodeTransaction(fields);
  });
  return {
    ...header,
    parentHash: hashIn(block, 'parentHash'),
    minedAtMs: countIn(block, 'timestamp') * 1000,
    baseFee: block['baseFeePerGas'] === undefined ? 0n : quantityIn(block, 'baseFeePerGas'),
    feeRecipient: addressIn(block, 'miner'),
    transactions,
    withdrawals: readWithdrawals(block),
  };
}

export function readNodeTransaction(value: unknown): NodeTransaction {
  const fields = fieldsOf(value, 'transaction');
  const creates = fields['to'] === null || fields['to'] === undefined;
  return {
    id: hashIn(fields, 'hash'),
    from: addressIn(fields, 'from'),
    nonce: quantityIn(fields, 'nonce'),
    to: creates ? undefined : addressIn(fields, 'to'),
    amountMinor: quantityIn(fields, 'value'),
  };
}

const weiOfGwei = 10n ** 9n;

function readWithdrawals(block: Fields): NodeBlock['withdrawals'] {
  // Blocks before the Shanghai upgrade, and some test chains, have none.
  if (block['withdrawals'] === undefined || block['withdrawals'] === null) return [];
  return listOf(block['withdrawals'], 'withdrawals').map((one) => {
    const fields = fieldsOf(one, 'withdrawal');
    return { to: addressIn(fields, 'address'), amountMinor: quantityIn(fields, 'amount') * weiOfGwei };
  });
}

export interface NodeReceipt {
  readonly id: string;
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  /** Per gas, in wei. */
  readonly price: bigint;
  /** Additional cost of its blobs, which is burnt. */
  readonly blobFee: bigint;
}

/** Reads the receipts in the order of the block's transactions. */
export function readReceipts(values: readonly unknown[], block: NodeBlock): NodeReceipt[] {
  if (values.length !== block.transactions.length) throw unsound('list of receipts');
  return values.map((value, position) => {
    const fields = fieldsOf(value, 'receipt');
    const id = hashIn(fields, 'transactionHash');
    if (id !== block.transactions[position]?.id || hashIn(fields, 'blockHash') !== block.hash) {
      throw new NodeFailure('the node sent a receipt of another transaction');
    }
    const status = quantityIn(fields, 'status');
    if (status > 1n) throw unsound('status');
    const blobs = fields['blobGasUsed'] === undefined ? 0n : quantityIn(fields, 'blobGasUsed');
    return {
      id,
      succeeded: status === 1n,
      gasUsed: quantityIn(fields, 'gasUsed'),
      price: quantityIn(fields, 'effectiveGasPrice'),
      blobFee: blobs === 0n ? 0n : blobs * quantityIn(fields, 'blobGasPrice'),
    };
  });
}

/** Names the spend of a nonce: two transactions of an account with the same nonce exclude each other. */
export const spendOf = (account: string, nonce: bigint): string => `${account}:${nonce}`;

/** Converts an unconfirmed transaction, as if it succeeded and moved only its own value. */
export const toWaiting = ({ id, from, nonce, to, amountMinor }: NodeTransaction): ChainTransaction => ({
  id,
  spends: [spendOf(from, nonce)],
  outputs: to === undefined || amountMinor === 0n ? [] : [{ index: 0, destination: to, amountMinor }],
});

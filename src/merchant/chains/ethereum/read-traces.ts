import { NodeFailure } from '../rpc/rpc.ts';
import type { NodeBlock } from './read-ethereum-block.ts';
import { addressIn, fieldsOf, hashIn, listOf, quantityIn, unsound, type Fields } from './read-fields.ts';

/** Coins paid by a contract. */
export interface Transfer {
  readonly to: string;
  readonly amountMinor: bigint;
}

/** Payments by contracts in a block, by transaction id, in the order in which they happened. */
export type Transfers = ReadonlyMap<string, readonly Transfer[]>;

/** Depth limit of calls: more than a block's gas allows, and small enough for the stack. */
const deepest = 1100;

/**
 * Reads `trace_block`. Each trace has its place below the transaction: [] is the transaction itself, [0, 2] the third
 * call of its first call. A failed call undoes all calls below it, which carry no mark of their own.
 */
export function readFlatTraces(value: unknown, block: NodeBlock): Transfers {
  const transfers = emptyTransfers(block);
  const failed = new Map<string, string[]>();
  const roots = new Set<string>();
  for (const one of listOf(value, 'traces')) {
    const trace = fieldsOf(one, 'trace');
    if (trace['blockHash'] !== block.hash) throw new NodeFailure('the node sent a trace of another block');
    // Mining rewards from before proof of stake belong to no transaction.
    if (trace['type'] === 'reward') continue;
    const id = hashIn(trace, 'transactionHash');
    const place = readPlace(trace['traceAddress']);
    const paid = transfers.get(id);
    if (!paid) throw new NodeFailure('the node sent a trace of another block');
    if (place === '/') roots.add(id);
    const above = failed.get(id) ?? [];
    if (trace['error'] !== undefined && trace['error'] !== null) {
      failed.set(id, [...above, place]);
      continue;
    }
    // The transaction's own payment is read from the block.
    if (place === '/' || above.some((prefix) => place.startsWith(prefix))) continue;
    const transfer = readFlatTransfer(trace);
    if (transfer) paid.push(transfer);
  }
  // A list without some transactions would hide their payments.
  if (roots.size !== block.transactions.length) throw unsound('list of traces');
  return transfers;
}

/** Formats the place as text, so that a place begins with that of its parent. */
const readPlace = (value: unknown): string =>
  `/${listOf(value, 'traceAddress')
    .map((part) => {
      if (typeof part !== 'number') throw unsound('traceAddress');
      return `${part}/`;
    })
    .join('')}`;

function readFlatTransfer(trace: Fields): Transfer | undefined {
  const action = fieldsOf(trace['action'], 'action');
  switch (trace['type']) {
    case 'call':
      // A delegated call has a value but moves no coins.
      return action['callType'] === 'call' ? toTransfer(action, 'to', 'value') : undefined;
    case 'suicide':
    case 'selfdestruct':
      return toTransfer(action, 'refundAddress', 'balance');
    case 'create': {
      const result = fieldsOf(trace['result'], 'result');
      return toTransfer({ to: result['address'], value: action['value'] }, 'to', 'value');
    }
    default:
      throw unsound('type of a trace');
  }
}

/** Reads `debug_traceBlockByNumber` with the `callTracer`: one tree of nested calls for each transaction. */
export function readCallTrees(value: unknown, block: NodeBlock): Transfers {
  const transfers = emptyTransfers(block);
  const trees = listOf(value, 'traces');
  if (trees.length !== block.transactions.length) throw unsound('list of traces');
  for (const [position, one] of trees.entries()) {
    const { txHash, result } = fieldsOf(one, 'trace');
    const id = block.transactions[position]?.id ?? '';
    // Some nodes omit the id; the order is that of the block.
    if (txHash !== undefined && txHash !== id)
      throw new NodeFailure('the node sent a trace of another block');
    readCalls(fieldsOf(result, 'call'), transfers.get(id) ?? [], 0);
  }
  return transfers;
}

const valueTypes = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);
const otherTypes = new Set(['STATICCALL', 'DELEGATECALL', 'CALLCODE', 'STOP']);

function readCalls(call: Fields, paid: Transfer[], depth: number): void {
  if (depth > deepest) throw unsound('depth of a trace');
  if (call['error'] !== undefined) return;
  const type = call['type'];
  if (typeof type !== 'string' || !(valueTypes.has(type) || otherTypes.has(type))) {
    throw unsound('type of a trace');
  }
  if (depth > 0 && valueTypes.has(type)) {
    const transfer = toTransfer(call, 'to', 'value');
    if (transfer) paid.push(transfer);
  }
  if (call['calls'] === undefined) return;
  for (const inner of listOf(call['calls'], 'calls')) readCalls(fieldsOf(inner, 'call'), paid, depth + 1);
}

function toTransfer(fields: Fields, to: string, value: string): Transfer | undefined {
  if (fields[value] === undefined || fields[value] === null) return undefined;
  const amountMinor = quantityIn(fields, value);
  return amountMinor === 0n ? undefined : { to: addressIn(fields, to), amountMinor };
}

const emptyTransfers = ({ transactions }: NodeBlock): Map<string, Transfer[]> =>
  new Map(transactions.map(({ id }) => [id, []]));

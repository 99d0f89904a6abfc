import { NodeRefusal, type Rpc } from '../rpc/rpc.ts';
import { toQuantity } from './quantity.rules.ts';
import type { NodeBlock } from './read-ethereum-block.ts';
import { readCallTrees, readFlatTraces, type Transfers } from './read-traces.ts';
import { isMissingMethod } from './refusals.ts';

/** Methods with which nodes show payments by contracts. The first available one is used. */
const ways = [
  {
    method: 'trace_block',
    parameters: [],
    read: readFlatTraces,
    words: 'payments by contracts are read with trace_block',
  },
  {
    method: 'debug_traceBlockByNumber',
    parameters: [{ tracer: 'callTracer' }],
    read: readCallTrees,
    words: 'payments by contracts are read with debug_traceBlockByNumber',
  },
] as const;

type Way = (typeof ways)[number];

/**
 * Returns whether the node lacks the state of an older block, so that it cannot trace it. Payments by contracts are
 * then found by balances.
 */
const hasNoState = (error: unknown): boolean =>
  error instanceof NodeRefusal &&
  /missing trie node|historical state|state (?:is )?(?:not|un)available|state not found|pruned|distance to target/i.test(
    error.reason,
  );

export interface ContractSight {
  /** Undefined if the node cannot trace the block. */
  transfersIn(block: NodeBlock): Promise<Transfers | undefined>;
  describe(block: Pick<NodeBlock, 'height'>): Promise<string>;
  /** Forgets the node's capabilities, because another node may answer next. */
  forget(): void;
}

export function openContractSight(rpc: Rpc): ContractSight {
  let lacking = new Set<Way>();
  const ask = async ({ method, parameters }: Way, height: number): Promise<unknown> =>
    rpc.call(method, toQuantity(height), ...parameters);
  const isLacking = (way: Way, error: unknown): boolean => {
    if (!isMissingMethod(error)) return false;
    lacking.add(way);
    return true;
  };
  return {
    async transfersIn(block) {
      for (const way of ways.filter((one) => !lacking.has(one))) {
        try {
          return way.read(await ask(way, block.height), block);
        } catch (error) {
          if (hasNoState(error)) return undefined;
          if (!isLacking(way, error)) throw error;
        }
      }
      return undefined;
    },
    async describe({ height }) {
      for (const way of ways) {
        try {
          await ask(way, height);
          return way.words;
        } catch (error) {
          if (!isLacking(way, error)) throw error;
        }
      }
      return 'there are no traces of contract calls (no trace_block, no debug_traceBlockByNumber): payments by contracts are found by balances, some of them late';
    },
    forget() {
      lacking = new Set();
    },
  };
}

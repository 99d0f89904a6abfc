import type { ChainTransaction, Unconfirmed } from '../chain.ts';
import { NodeFailure, type Rpc } from '../rpc/rpc.ts';
import { parseHash } from './quantity.rules.ts';
import { readNodeTransaction, toWaiting } from './read-ethereum-block.ts';
import { fieldsOf, listOf } from './read-fields.ts';
import { isMissingMethod } from './refusals.ts';

export interface Pool {
  list(known: ReadonlySet<string>, limit?: number): Promise<Unconfirmed>;
  describe(): Promise<string>;
  forget(): void;
}

/** Lists unconfirmed transactions: the whole pool if the node shows it, otherwise its pending block, otherwise none. */
export function openPool(rpc: Rpc): Pool {
  let whole = true;
  const ask = async (): Promise<readonly unknown[]> => {
    if (whole) {
      try {
        return listPool(await rpc.call('txpool_content'));
      } catch (error) {
        if (!isMissingMethod(error)) throw error;
        whole = false;
      }
    }
    const pending = await rpc.call('eth_getBlockByNumber', 'pending', true);
    return pending === null ? [] : listOf(fieldsOf(pending, 'block')['transactions'], 'transactions');
  };
  return {
    async list(known, limit = Infinity) {
      const ids: string[] = [];
      const found: ChainTransaction[] = [];
      let more = false;
      for (const one of await ask()) {
        const id = parseHash(fieldsOf(one, 'transaction')['hash']);
        if (id === undefined) throw new NodeFailure('the node sent no valid hash');
        ids.push(id);
        if (known.has(id)) continue;
        if (found.length < limit) found.push(toWaiting(readNodeTransaction(one)));
        else more = true;
      }
      return { ids, found, more };
    },
    async describe() {
      whole = true;
      await ask();
      return whole
        ? 'all unconfirmed transactions are visible (txpool_content)'
        : 'only unconfirmed transactions for the next block are visible (no txpool_content)';
    },
    forget() {
      whole = true;
    },
  };
}

/**
 * Flattens the pending transactions by account and nonce. Queued ones, which wait for an earlier nonce, cannot be mined
 * yet.
 */
function listPool(value: unknown): unknown[] {
  const accounts = fieldsOf(fieldsOf(value, 'pool')['pending'], 'pool');
  return Object.values(accounts).flatMap((numbers) => Object.values(fieldsOf(numbers, 'pool')));
}

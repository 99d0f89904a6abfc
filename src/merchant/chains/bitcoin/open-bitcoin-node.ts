import type { Network } from '../addresses/networks.ts';
import type { Broadcast, ChainBlock, ChainNode, ChainTransaction } from '../chain.ts';
import { NodeFailure, NodeRefusal, openRpc, type Rpc } from '../rpc/rpc.ts';
import { describeChain, isOfNetwork, traitsOf, type BitcoinCoin } from './bitcoin-coins.ts';
import { parseNodeJson } from './node-number.rules.ts';
import { amountOf, fieldsOf, hashOf, readBlock, readTransaction, wholeOf } from './read-block.ts';

/** Bitcoin Core's error codes (`RPCErrorCode`). */
const refusal = {
  notFound: -5,
  outOfRange: -8,
  undecodable: -22,
  missingInputs: -25,
  rejected: -26,
  inChain: -27,
  unknownMethod: -32_601,
};

/** Transactions per request. */
const batchSize = 200;
/** A payout should be in a block within an hour. */
const targetBlocks = 6;

/** Opens an RPC client that keeps amounts as the node's text. */
export const openBitcoinRpc = (url: string, timeoutMs?: number): Rpc =>
  openRpc(url, { parse: parseNodeJson, ...(timeoutMs === undefined ? {} : { timeoutMs }) });

/** Uses only methods that the nodes of all three coins have, and no wallet methods. */
export function openBitcoinNode(rpc: Rpc, coin: BitcoinCoin, network: Network): ChainNode {
  let identified = false;
  const identify = async (): Promise<void> => {
    if (identified) return;
    await compareCheckpoints(rpc, coin, network);
    identified = true;
  };

  return {
    async tip() {
      try {
        const info = fieldsOf(await rpc.call('getblockchaininfo'), 'getblockchaininfo');
        if (!isOfNetwork(String(info['chain']), network)) throw wrongChain(coin, network);
        await identify();
        // The newest block of a synchronising node is old: payments in the missing blocks would seem never to have been
        // made.
        if (info['initialblockdownload'] === true) {
          throw new NodeFailure('the node is still fetching the chain');
        }
        return { height: wholeOf(info, 'blocks'), hash: hashOf(info, 'bestblockhash') };
      } catch (error) {
        // After a failure another node may answer.
        identified = false;
        throw error;
      }
    },
    findBlock: (height) => findBlock(rpc, height),
    async listUnconfirmed(known, limit = Infinity) {
      const answer = await rpc.call('getrawmempool');
      if (!Array.isArray(answer)) throw new NodeFailure('the node sent no valid list of transactions');
      const waiting = answer.filter((id: unknown): id is string => typeof id === 'string');
      const unknown = waiting.filter((id) => !known.has(id));
      const asked = unknown.slice(0, limit);
      const found = await fetchUnconfirmed(rpc, asked);
      // Transactions that left the mempool while they were requested.
      const left = new Set(asked);
      for (const { id } of found) left.delete(id);
      return { ids: waiting.filter((id) => !left.has(id)), found, more: asked.length < unknown.length };
    },
    estimateFeeRate: () => estimateFeeRate(rpc, coin),
    broadcast: (bytes) => broadcast(rpc, bytes),
  };
}

async function compareCheckpoints(rpc: Rpc, coin: BitcoinCoin, network: Network): Promise<void> {
  for (const { height, hash } of traitsOf[coin].checkpoints[network]) {
    const found = await findHash(rpc, height);
    // A node below this height is still synchronising. Its checkpoints are compared again when it reaches them.
    if (found !== undefined && found !== hash) throw wrongChain(coin, network);
  }
}

const wrongChain = (coin: BitcoinCoin, network: Network): NodeFailure =>
  new NodeFailure(`the node is of another chain than ${describeChain(coin, network)}`);

async function findHash(rpc: Rpc, height: number): Promise<string | undefined> {
  try {
    return hashOf({ hash: await rpc.call('getblockhash', height) }, 'hash');
  } catch (error) {
    if (error instanceof NodeRefusal && error.code === refusal.outOfRange) return undefined;
    throw error;
  }
}

async function findBlock(rpc: Rpc, height: number): Promise<ChainBlock | undefined> {
  const hash = await findHash(rpc, height);
  if (hash === undefined) return undefined;
  const block = readBlock(await rpc.call('getblock', hash, 2));
  if (block.height !== height || block.hash !== hash) {
    throw new NodeFailure('the node sent another block than requested');
  }
  return block;
}

async function fetchUnconfirmed(rpc: Rpc, ids: readonly string[]): Promise<ChainTransaction[]> {
  const found: ChainTransaction[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const answers = await rpc.callAll(
      batch.flatMap((id) => [
        ['getrawtransaction', id, true],
        ['getmempoolentry', id],
      ]),
    );
    for (let index = 0; index < answers.length; index += 2) {
      const [transaction, entry] = [resultOf(answers[index]), resultOf(answers[index + 1])];
      // Mined or replaced in the meantime.
      if (transaction === undefined || entry === undefined) continue;
      const seenAtMs = wholeOf(fieldsOf(entry, 'getmempoolentry'), 'time') * 1000;
      found.push({ ...readTransaction(transaction), seenAtMs });
    }
  }
  return found;
}

function resultOf(answer: NodeRefusal | { readonly result: unknown } | undefined): unknown {
  if (!(answer instanceof NodeRefusal)) return answer?.result;
  if (answer.code === refusal.notFound) return undefined;
  throw answer;
}

async function estimateFeeRate(rpc: Rpc, coin: BitcoinCoin): Promise<bigint> {
  const { fallbackFeeRate, highestFeeRate } = traitsOf[coin];
  const pool = fieldsOf(await rpc.call('getmempoolinfo'), 'getmempoolinfo');
  // The node relays no transaction with a lower rate.
  const least = pool['mempoolminfee'] === undefined ? 0n : amountOf(pool, 'mempoolminfee');
  const estimate = (await findEstimate(rpc)) ?? fallbackFeeRate;
  const rate = estimate > least ? estimate : least;
  return rate < highestFeeRate ? rate : highestFeeRate;
}

async function findEstimate(rpc: Rpc): Promise<bigint | undefined> {
  try {
    const estimate = fieldsOf(await rpc.call('estimatesmartfee', targetBlocks), 'estimatesmartfee');
    return readRate(estimate, 'feerate');
  } catch (error) {
    if (!(error instanceof NodeRefusal && error.code === refusal.unknownMethod)) throw error;
  }
  // Bitcoin Cash's nodes have no `estimatesmartfee`.
  return readRate({ estimatefee: await rpc.call('estimatefee') }, 'estimatefee');
}

/** Reads a fee rate. Nodes give none, or −1, until they have seen enough blocks. */
function readRate(fields: Readonly<Record<string, unknown>>, name: string): bigint | undefined {
  const value = fields[name];
  if (value === undefined || value === -1 || (typeof value === 'string' && value.startsWith('-')))
    return undefined;
  const rate = amountOf(fields, name);
  return rate > 0n ? rate : undefined;
}

async function broadcast(rpc: Rpc, bytes: string): Promise<Broadcast> {
  try {
    await rpc.call('sendrawtransaction', bytes);
    return { outcome: 'accepted' };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    if (error.code === refusal.inChain || /txn-already|already in block chain/.test(error.reason)) {
      return { outcome: 'known' };
    }
    const { undecodable, missingInputs, rejected } = refusal;
    if (![undecodable, missingInputs, rejected].includes(error.code)) throw error;
    return { outcome: 'refused', reason: error.reason };
  }
}

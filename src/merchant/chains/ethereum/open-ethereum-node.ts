import type { Network } from '../addresses/networks.ts';
import type {
  Address,
  BlockReference,
  Broadcast,
  ChainBlock,
  ChainNode,
  ChainTip,
  Destination,
} from '../chain.ts';
import { NodeFailure, NodeRefusal, type Rpc } from '../rpc/rpc.ts';
import { offeredRate } from './ethereum-fee.rules.ts';
import { ethereumNetworks } from './ethereum-networks.ts';
import { openContractSight, type ContractSight } from './trace-contracts.ts';
import { parseQuantity, toQuantity } from './quantity.rules.ts';
import { readHeader, readNodeBlock, readReceipts, type NodeBlock } from './read-ethereum-block.ts';
import { unsound } from './read-fields.ts';
import { openPool } from './read-pool.ts';
import { describeRecipient, readAccount, estimateCost } from './paying-account-node.ts';
import { isAlreadyKnown, isMissingMethod, isPassing } from './refusals.ts';
import { ranCode, toChainBlock } from './to-chain-block.ts';

/** Requests per batch. Hosted nodes accept no more. */
const batchSize = 100;
/** Tip if the node suggests none: wallets usually offer the validator one gwei per gas. */
const usualTip = 10n ** 9n;

type Outcome = NodeRefusal | { readonly result: unknown };

interface EthereumNodeOptions {
  readonly network: Network;
  readonly highestFeeRate: bigint;
  readonly paying: Address;
}

/** Opens any execution client by JSON-RPC. Uses no wallet, subscription or index of the node. */
export function openEthereumNode(
  rpc: Rpc,
  { network, highestFeeRate, paying }: EthereumNodeOptions,
): ChainNode {
  const sight = openContractSight(rpc);
  const pool = openPool(rpc);
  const node: ChainNode = {
    async tip() {
      try {
        return await findTip(rpc, network);
      } catch (error) {
        // After a failure another node may answer.
        sight.forget();
        pool.forget();
        throw error;
      }
    },
    findBlock: (height) => findBlock(rpc, sight, height),
    listUnconfirmed: (known, limit) => pool.list(known, limit),
    estimateFeeRate: () => estimateFeeRate(rpc, highestFeeRate),
    broadcast: (bytes) => broadcast(rpc, bytes),
    readAccount: (of = paying) => readAccount(rpc, of),
    async hasHistory(of) {
      const { nextNumber, spendableMinor } = await readAccount(rpc, of);
      return nextNumber > 0n || spendableMinor > 0n;
    },
    describeRecipient: (to) => describeRecipient(rpc, paying, to),
    estimateCost: (recipient) => estimateCost(rpc, paying, recipient),
    balancesAt: (block, destinations) => balancesAt(rpc, block, destinations),
    async describe() {
      const tip = await node.tip();
      return `${await sight.describe(tip)}; ${await pool.describe()}`;
    },
  };
  return node;
}

function resultOf(outcome: Outcome | undefined): unknown {
  if (outcome instanceof NodeRefusal) throw outcome;
  return outcome?.result;
}

const finalityUnknown = /finalized|safe block|not found|unknown block/i;

async function findTip(rpc: Rpc, network: Network): Promise<ChainTip> {
  const { chainId, genesis } = ethereumNetworks[network];
  const [id, syncing, latest, final, first] = await rpc.callAll([
    ['eth_chainId'],
    ['eth_syncing'],
    ['eth_getBlockByNumber', 'latest', false],
    ['eth_getBlockByNumber', 'finalized', false],
    ['eth_getBlockByNumber', '0x0', false],
  ]);
  if (parseQuantity(resultOf(id)) !== chainId) throw wrongChain(network);
  if (genesis !== undefined && readHeader(resultOf(first)).hash !== genesis) throw wrongChain(network);
  // The newest block of a synchronising node is old: payments in the missing blocks would seem never to have been made.
  if (resultOf(syncing) !== false) throw new NodeFailure('the node is still fetching the chain');
  const tip = readHeader(resultOf(latest));
  const finalHeight = readFinalHeight(final, tip);
  return finalHeight === undefined ? tip : { ...tip, finalHeight };
}

/** Reads the final height. A new chain has no final block yet, and some nodes do not support finality. */
function readFinalHeight(outcome: Outcome | undefined, tip: BlockReference): number | undefined {
  if (outcome instanceof NodeRefusal && (isMissingMethod(outcome) || finalityUnknown.test(outcome.reason))) {
    return undefined;
  }
  const result = resultOf(outcome);
  if (result === null) return undefined;
  const { height } = readHeader(result);
  if (height > tip.height) throw new NodeFailure('the node calls a block final that it does not have');
  return height;
}

const wrongChain = (network: Network): NodeFailure =>
  new NodeFailure(`the node is of another chain than ${ethereumNetworks[network].name}`);

async function findBlock(rpc: Rpc, sight: ContractSight, height: number): Promise<ChainBlock | undefined> {
  const [found, receipts] = await rpc.callAll([
    ['eth_getBlockByNumber', toQuantity(height), true],
    ['eth_getBlockReceipts', toQuantity(height)],
  ]);
  const value = resultOf(found);
  if (value === null) return undefined;
  const block = readNodeBlock(value);
  if (block.height !== height) throw new NodeFailure('the node sent another block than requested');
  const read = readReceipts(await listReceipts(rpc, block, receipts), block);
  return toChainBlock(block, read, ranCode(read) ? await sight.transfersIn(block) : undefined);
}

/** Requests all receipts at once if the node supports it, otherwise one by one. */
async function listReceipts(
  rpc: Rpc,
  { transactions }: NodeBlock,
  together: Outcome | undefined,
): Promise<readonly unknown[]> {
  if (transactions.length === 0) return [];
  if (!isMissingMethod(together)) {
    const result = resultOf(together);
    if (!Array.isArray(result)) throw unsound('list of receipts');
    return result;
  }
  return callInBatches(
    rpc,
    transactions.map(({ id }) => ['eth_getTransactionReceipt', id]),
  );
}

async function callInBatches(
  rpc: Rpc,
  calls: readonly (readonly [string, ...unknown[]])[],
): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let start = 0; start < calls.length; start += batchSize) {
    results.push(...(await rpc.callAll(calls.slice(start, start + batchSize))).map(resultOf));
  }
  return results;
}

/**
 * Requests balances by block number, which all nodes support, and afterwards verifies that the block at this height is
 * unchanged.
 */
async function balancesAt(
  rpc: Rpc,
  { height, hash }: BlockReference,
  destinations: readonly Destination[],
): Promise<bigint[]> {
  const place = toQuantity(height);
  const results = await callInBatches(
    rpc,
    destinations.map((destination) => ['eth_getBalance', destination, place]),
  );
  if (readHeader(await rpc.call('eth_getBlockByNumber', place, false)).hash !== hash) {
    throw new NodeFailure('the node changed branches while balances were requested');
  }
  return results.map((result) => {
    const balance = parseQuantity(result);
    if (balance === undefined) throw unsound('balance');
    return balance;
  });
}

async function estimateFeeRate(rpc: Rpc, highestFeeRate: bigint): Promise<bigint> {
  const [latest, tip] = await rpc.callAll([
    ['eth_getBlockByNumber', 'latest', false],
    ['eth_maxPriorityFeePerGas'],
  ]);
  const baseFee = parseQuantity((resultOf(latest) as { baseFeePerGas?: unknown } | null)?.baseFeePerGas);
  if (baseFee === undefined) throw unsound('baseFeePerGas');
  const wanted = isMissingMethod(tip) ? usualTip : parseQuantity(resultOf(tip));
  if (wanted === undefined) throw unsound('tip');
  return offeredRate({ baseFee, tip: wanted, highest: highestFeeRate });
}

async function broadcast(rpc: Rpc, bytes: string): Promise<Broadcast> {
  try {
    await rpc.call('eth_sendRawTransaction', bytes);
    return { outcome: 'accepted' };
  } catch (error) {
    if (!(error instanceof NodeRefusal) || isPassing(error)) throw error;
    if (isAlreadyKnown(error)) return { outcome: 'known' };
    return { outcome: 'refused', reason: error.reason };
  }
}

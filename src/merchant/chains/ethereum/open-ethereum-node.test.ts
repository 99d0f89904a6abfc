/**
 * A node that sends wrong answers, fails or lacks methods must never show coins that did not arrive. For real nodes see
 * ethereum-node.test.ts.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { playNode, PlayedRefusal, type PlayedRpcNode } from '../../../../test/support/played-node.ts';
import { NodeFailure, openRpc } from '../rpc/rpc.ts';
import { openEthereumNode } from './open-ethereum-node.ts';

const hash = (digit: string): string => `0x${digit.repeat(64)}`;
const address = (digit: string): string => `0x${digit.repeat(40)}`;

const paying = { address: `0x${'5'.repeat(40)}`, destination: `0x${'5'.repeat(40)}`, destinationTag: null };

const genesisOfMain = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';
const transaction = {
  hash: hash('a'),
  blockHash: hash('7'),
  transactionIndex: '0x0',
  from: address('1'),
  nonce: '0x5',
  to: address('2'),
  value: '0xde0b6b3a7640001',
};
const block = {
  number: '0x7',
  hash: hash('7'),
  parentHash: hash('6'),
  timestamp: '0x65000000',
  baseFeePerGas: '0xa',
  miner: address('9'),
  transactions: [transaction],
  withdrawals: [{ index: '0x1', validatorIndex: '0x2', address: address('8'), amount: '0x3' }],
};
const receipt = {
  transactionHash: hash('a'),
  blockHash: hash('7'),
  status: '0x1',
  gasUsed: '0xc350',
  effectiveGasPrice: '0xb',
};
const call = (place: number[], to: string, value: string, more: object = {}): object => ({
  type: 'call',
  action: { callType: 'call', from: address('1'), to, value },
  blockHash: hash('7'),
  transactionHash: hash('a'),
  traceAddress: place,
  ...more,
});
const traces = [call([], address('2'), transaction.value), call([0], address('3'), '0x64')];

const sound: Record<string, unknown> = {
  eth_chainId: '0x1',
  eth_syncing: false,
  eth_getBlockReceipts: [receipt],
  trace_block: traces,
  eth_maxPriorityFeePerGas: '0x5',
  eth_getBalance: '0x0',
};
let answers: Record<string, unknown>;
let played: PlayedRpcNode;

before(async () => {
  played = await playNode((method, params) => {
    if (method === 'eth_getBlockByNumber' && params[0] === '0x0') {
      return JSON.stringify(answers['genesis'] ?? { ...block, number: '0x0', hash: genesisOfMain });
    }
    if (method === 'eth_getBlockByNumber' && params[0] === 'finalized') {
      return JSON.stringify(answers['finalized'] ?? { ...block, number: '0x5' });
    }
    if (method === 'eth_getBlockByNumber')
      return JSON.stringify('block' in answers ? answers['block'] : block);
    const answer = answers[method];
    if (answer === undefined) throw new PlayedRefusal(-32_601, `the method ${method} does not exist`);
    if (answer instanceof Error) throw answer;
    return JSON.stringify(answer);
  });
});
after(() => played.close());
beforeEach(() => {
  answers = { ...sound };
});

const open = () =>
  openEthereumNode(openRpc(played.url, { version: '2.0' }), {
    network: 'main',
    highestFeeRate: 10n ** 12n,
    paying,
  });

test("reads a whole block to the wei: payments by contracts, withdrawals and the proposer's fees", async () => {
  const found = await open().findBlock(7);
  assert.deepEqual(found, {
    height: 7,
    hash: hash('7'),
    parentHash: hash('6'),
    minedAtMs: 0x65000000 * 1000,
    transactions: [
      {
        id: hash('a'),
        spends: [`${address('1')}:5`],
        feeMinor: 550_000n,
        outputs: [
          { index: 0, destination: address('2'), amountMinor: 10n ** 18n + 1n },
          { index: 1, destination: address('3'), amountMinor: 100n },
        ],
      },
      {
        id: hash('7'),
        spends: [],
        outputs: [
          { index: 2 ** 31 - 1, destination: address('9'), amountMinor: 50_000n },
          { index: 2 ** 31 - 2, destination: address('8'), amountMinor: 3_000_000_000n },
        ],
      },
    ],
  });
});

const lies: Record<string, Record<string, unknown>> = {
  'an amount that is a JSON number': { block: { ...block, transactions: [{ ...transaction, value: 1e18 }] } },
  'an amount with zeros in front': {
    block: { ...block, transactions: [{ ...transaction, value: '0x00ff' }] },
  },
  'an amount of more than 256 bits': {
    block: { ...block, transactions: [{ ...transaction, value: `0x1${'0'.repeat(64)}` }] },
  },
  'an amount below zero': { block: { ...block, transactions: [{ ...transaction, value: '-0x1' }] } },
  'a transaction of another block': {
    block: { ...block, transactions: [{ ...transaction, blockHash: hash('6') }] },
  },
  'a transaction in another place': {
    block: { ...block, transactions: [{ ...transaction, transactionIndex: '0x1' }] },
  },
  'only the ids of its transactions': { block: { ...block, transactions: [hash('a')] } },
  'another block': { block: { ...block, number: '0x8' } },
  'no parent': { block: { ...block, parentHash: null } },
  'a receipt of another transaction': { eth_getBlockReceipts: [{ ...receipt, transactionHash: hash('b') }] },
  'a receipt of another block': { eth_getBlockReceipts: [{ ...receipt, blockHash: hash('6') }] },
  'a receipt without a status': { eth_getBlockReceipts: [{ ...receipt, status: undefined }] },
  'a strange status': { eth_getBlockReceipts: [{ ...receipt, status: '0x2' }] },
  'too few receipts': { eth_getBlockReceipts: [] },
  'no receipts': { eth_getBlockReceipts: null },
  'traces of another block': {
    trace_block: [call([], address('2'), '0x1', { blockHash: hash('6') })],
  },
  'traces of another transaction': {
    trace_block: [...traces, call([0], address('3'), '0x1', { transactionHash: hash('b') })],
  },
  'no traces at all': { trace_block: [] },
  'traces of a strange kind': {
    trace_block: [...traces, { ...call([1], address('3'), '0x1'), type: 'gift' }],
  },
  'call trees of another transaction': {
    trace_block: undefined,
    debug_traceBlockByNumber: [{ txHash: hash('b'), result: { type: 'CALL' } }],
  },
  'too few call trees': { trace_block: undefined, debug_traceBlockByNumber: [] },
};
for (const [name, lie] of Object.entries(lies)) {
  test(`rejects a node that sends ${name}`, async () => {
    Object.assign(answers, lie);
    for (const [method, answer] of Object.entries(lie)) if (answer === undefined) delete answers[method];
    await assert.rejects(open().findBlock(7), NodeFailure);
  });
}

test('a failed call and all calls below it pay nothing, and delegated calls move nothing', async () => {
  answers['trace_block'] = [
    ...traces,
    call([1], address('4'), '0x64', { error: 'Reverted' }),
    call([1, 0], address('5'), '0x64'),
    call([1, 10], address('5'), '0x64'),
    call([10], address('6'), '0x65'),
    {
      ...call([11], address('7'), '0x65'),
      action: { callType: 'delegatecall', to: address('7'), value: '0x65' },
    },
  ];
  const found = await open().findBlock(7);
  assert.deepEqual(
    found?.transactions[0]?.outputs.map(({ destination }) => destination),
    [address('2'), address('3'), address('6')],
  );
});

test('a failed transaction costs its fee and pays nothing', async () => {
  answers['eth_getBlockReceipts'] = [{ ...receipt, status: '0x0' }];
  const [failed] = (await open().findBlock(7))?.transactions ?? [];
  assert.deepEqual([failed?.failed, failed?.outputs, failed?.feeMinor], [true, [], 550_000n]);
});

test('a block without state at the node is read without payments by contracts', async () => {
  answers['trace_block'] = new PlayedRefusal(
    -32_000,
    'missing trie node 0abc (path ) state is not available',
  );
  assert.equal((await open().findBlock(7))?.incomplete, true);
  answers['trace_block'] = new PlayedRefusal(-32_000, 'out of memory');
  await assert.rejects(open().findBlock(7), /out of memory/, 'anything else is trouble, and asked for again');
});

test('the tip is on the right chain, fully synchronised, and includes the final height', async () => {
  assert.deepEqual(await open().tip(), { height: 7, hash: hash('7'), finalHeight: 5 });
  const wrong: Record<string, unknown>[] = [
    { eth_chainId: '0x3d' },
    { eth_chainId: 1 },
    { genesis: { ...block, number: '0x0', hash: hash('0') } },
    { eth_syncing: { currentBlock: '0x1' } },
    { finalized: { ...block, number: '0x8' } },
    { block: { ...block, hash: 'nonsense' } },
  ];
  for (const one of wrong) {
    answers = { ...sound, ...one };
    await assert.rejects(open().tip(), NodeFailure, JSON.stringify(one));
  }
});

test('rejects a balance that is not a number', async () => {
  const node = open();
  assert.ok(node.balancesAt);
  const asked = { height: 7, hash: hash('7') };
  assert.deepEqual(await node.balancesAt(asked, [address('2')]), [0n]);
  answers['eth_getBalance'] = '1000';
  await assert.rejects(node.balancesAt(asked, [address('2')]), NodeFailure);
});

test('a broadcast is accepted if the node knows the bytes, refused if it rejects them, and throws on other trouble', async () => {
  const refuse = (code: number, message: string) => {
    answers['eth_sendRawTransaction'] = new PlayedRefusal(code, message);
  };
  answers['eth_sendRawTransaction'] = hash('a');
  assert.deepEqual(await open().broadcast('0x02'), { outcome: 'accepted' });
  refuse(-32_000, 'already known');
  assert.deepEqual(await open().broadcast('0x02'), { outcome: 'known' });
  refuse(-32_000, 'nonce too low');
  assert.deepEqual(await open().broadcast('0x02'), { outcome: 'refused', reason: 'nonce too low' });
  refuse(-32_005, 'daily request count exceeded, request rate limited');
  await assert.rejects(open().broadcast('0x02'), /rate limited/);
});

test('the fee rate covers six full blocks and a tip, up to the ceiling', async () => {
  assert.equal(await open().estimateFeeRate(), 40n, 'eight times the tip');
  answers['eth_maxPriorityFeePerGas'] = '0x1';
  assert.equal(await open().estimateFeeRate(), 21n, 'twice the base fee, and the tip');
  const rpc = openRpc(played.url, { version: '2.0' });
  assert.equal(
    await openEthereumNode(rpc, { network: 'main', highestFeeRate: 7n, paying }).estimateFeeRate(),
    7n,
  );
  answers['block'] = { ...block, baseFeePerGas: undefined };
  await assert.rejects(open().estimateFeeRate(), NodeFailure);
});

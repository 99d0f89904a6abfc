/** Reads a block with all kinds of payments from real nodes, with each available trace method. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  customerAccount,
  markBranch,
  startEthereumNode,
  type EthereumNode,
} from '../../../../test/support/ethereum-node.ts';
import { ethereumPrograms, type EthereumProgram } from '../../../../test/support/ethereum-program.ts';
import {
  careless,
  forwarder,
  regretter,
  splitter,
  suicidal,
  words,
} from '../../../../test/support/evm-contracts.ts';
import type { ChainBlock, ChainNode } from '../chain.ts';
import { NodeRefusal, openRpc, type Rpc } from '../rpc/rpc.ts';
import { openEthereumNode } from './open-ethereum-node.ts';

const highestFeeRate = 300n * 10n ** 9n;
const paying = { address: `0x${'5'.repeat(40)}`, destination: `0x${'5'.repeat(40)}`, destinationTag: null };

/** Simulates a node without these methods. */
function without(rpc: Rpc, ...methods: readonly string[]): Rpc {
  const refusal = (method: string) =>
    methods.includes(method) ? new NodeRefusal(method, -32_601, 'the method does not exist') : undefined;
  return {
    async call(method, ...params) {
      const refused = refusal(method);
      if (refused) throw refused;
      return rpc.call(method, ...params);
    },
    async callAll(calls) {
      return Promise.all(
        calls.map(async ([method, ...params]) => {
          const refused = refusal(method);
          if (refused) return refused;
          try {
            return { result: await rpc.call(method, ...params) };
          } catch (error) {
            if (error instanceof NodeRefusal) return error;
            throw error;
          }
        }),
      );
    },
  };
}

const payee = (number: number): string => `0x${String(number).padStart(40, 'a')}`;

/** Returns the sum that each payee received according to the block. */
function paidIn(block: ChainBlock | undefined): Record<string, bigint> {
  const paid: Record<string, bigint> = {};
  for (const { outputs } of block?.transactions ?? []) {
    for (const { destination, amountMinor } of outputs) {
      if (/^0xa{30}/.test(destination)) paid[destination.slice(-2)] = amountMinor;
    }
  }
  return paid;
}

interface Played {
  readonly node: EthereumNode;
  readonly rpc: Rpc;
  readonly ids: Record<string, string>;
  readonly height: number;
}

/**
 * Mines one block with plain, forwarded, split and reverted payments, a reverted inner call, and a destroyed contract.
 */
async function play(program: EthereumProgram): Promise<Played> {
  const node = await startEthereumNode(program);
  const contracts: Record<string, string> = {};
  for (const [name, code] of Object.entries({ forwarder, splitter, regretter, careless, suicidal })) {
    contracts[name] = await node.deploy(code);
  }
  const gas = '0x50000';
  const send = (name: string, wei: bigint, ...given: readonly string[]): Promise<string> =>
    node.pay(contracts[name] ?? '', wei, { data: words(...given), gas });
  const ids = {
    plain: await node.pay(payee(1), 111n),
    forwarded: await send('forwarder', 222n, payee(2)),
    split: await send('splitter', 90n, payee(3), payee(4), payee(5)),
    regretted: await send('regretter', 333n, payee(6)),
    careless: await send('careless', 444n, contracts['regretter'] ?? '', payee(7)),
    destroyed: await send('suicidal', 555n, payee(8)),
  };
  await node.mine();
  const height = Number(await node.call('eth_blockNumber'));
  return { node, rpc: openRpc(node.url, { version: '2.0' }), ids, height };
}

const byTraces = { a1: 111n, a2: 222n, a3: 30n, a4: 30n, a5: 30n, a8: 555n };

for (const program of ethereumPrograms) {
  describe(program, () => {
    let played: Played;
    before(async () => {
      played = await play(program);
    });
    after(() => played?.node.close());
    const open = (rpc: Rpc): ChainNode =>
      openEthereumNode(rpc, { network: 'regtest', highestFeeRate, paying });

    const ways =
      program === 'anvil'
        ? ([
            [],
            ['trace_block'],
            ['trace_block', 'debug_traceBlockByNumber', 'eth_getBlockReceipts'],
          ] as const)
        : ([[]] as const);
    for (const missing of ways) {
      const sees = program === 'anvil' && missing.length < 3;
      test(`a block shows ${sees ? 'payments by contracts' : 'plain transfers and that it may be incomplete'}, without ${missing.join(', ') || 'nothing'}`, async () => {
        const node = open(without(played.rpc, ...missing));
        const block = await node.findBlock(played.height);
        assert.deepEqual(paidIn(block), sees ? byTraces : { a1: 111n });
        assert.equal(block?.incomplete ?? false, !sees);
        const parent = await node.findBlock(played.height - 1);
        assert.equal(block?.parentHash, parent?.hash);
        const failed = block?.transactions.find(({ id }) => id === played.ids['regretted']);
        assert.equal(failed?.failed, true);
        assert.ok((failed?.feeMinor ?? 0n) > 0n, 'it has cost all the same');
        const plain = block?.transactions.find(({ id }) => id === played.ids['plain']);
        assert.match(plain?.spends[0] ?? '', new RegExp(`^${customerAccount}:\\d+$`));
        const receipt = await played.node.call('eth_getTransactionReceipt', plain?.id);
        assert.equal(plain?.feeMinor, BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice));
      });
    }

    test('balances show payments that no trace method shows', async () => {
      const node = open(played.rpc);
      const block = await node.findBlock(played.height);
      assert.ok(block && node.balancesAt);
      const payees = [1, 2, 3, 4, 5, 6, 7, 8].map(payee);
      assert.deepEqual(await node.balancesAt(block, payees), [111n, 222n, 30n, 30n, 30n, 0n, 0n, 555n]);
      await assert.rejects(node.balancesAt({ ...block, hash: `0x${'1'.repeat(64)}` }, payees), /branch/);
    });

    test('credits the proposer of a block, to the wei', async () => {
      const recipient = payee(9);
      const method = program === 'anvil' ? 'anvil_setCoinbase' : 'hardhat_setCoinbase';
      await played.node.call(method, recipient);
      await played.node.pay(payee(1), 1n);
      await played.node.mine();
      const node = open(played.rpc);
      const tip = await node.tip();
      assert.equal(paidIn(await node.findBlock(tip.height))['a9'], await played.node.balance(recipient));
      await played.node.call(method, `0x${'0'.repeat(40)}`);
    });

    test('lists unconfirmed transactions, from the pool or the pending block, and omits known ones', async () => {
      const id = await played.node.pay(payee(1), 17n);
      for (const missing of [[], ['txpool_content']]) {
        const node = open(without(played.rpc, ...missing));
        const { ids, found } = await node.listUnconfirmed(new Set());
        assert.ok(ids.includes(id));
        const waiting = found.find((one) => one.id === id);
        assert.deepEqual(waiting?.outputs, [{ index: 0, destination: payee(1), amountMinor: 17n }]);
        const again = await node.listUnconfirmed(new Set([id]));
        assert.deepEqual([again.ids.includes(id), again.found.length], [true, 0]);
        assert.deepEqual((await node.listUnconfirmed(new Set(), 0)).more, true);
      }
      await played.node.mine();
      const { ids } = await open(played.rpc).listUnconfirmed(new Set());
      assert.ok(!ids.includes(id));
    });

    test('a reorganisation gives other blocks at the same heights', async () => {
      const node = open(played.rpc);
      await markBranch(played.node);
      const start = await node.tip();
      await played.node.pay(payee(1), 5n);
      await played.node.mine(2);
      const before = await node.findBlock(start.height + 1);
      await played.node.reorganise(2);
      const after = await node.findBlock(start.height + 1);
      assert.notEqual(after?.hash, before?.hash);
      assert.equal(after?.parentHash, start.hash);
      assert.equal(after?.transactions.length, 0);
    });

    test('reports its capabilities, its account and a wrong chain', async () => {
      const node = open(played.rpc);
      const sentence = (await node.describe?.()) ?? '';
      assert.match(sentence, program === 'anvil' ? /trace_block; all unconfirmed/ : /by balances/);
      assert.ok((await node.estimateFeeRate()) > 10n ** 8n);
      assert.equal(
        await openEthereumNode(played.rpc, {
          network: 'regtest',
          highestFeeRate: 5n,
          paying,
        }).estimateFeeRate(),
        5n,
        'the ceiling',
      );
      await assert.rejects(
        openEthereumNode(played.rpc, { network: 'main', highestFeeRate, paying }).tip(),
        /another chain/,
      );
      assert.equal(await node.findBlock(9_999_999), undefined);
      const refused = await node.broadcast('0x02c0');
      assert.equal(refused.outcome, 'refused');
    });
  });
}

test('reports the height that the node declares final, below the newest block', async () => {
  if (!ethereumPrograms.includes('anvil')) return;
  const node = await startEthereumNode('anvil');
  try {
    await node.mine(20);
    const tip = await openEthereumNode(openRpc(node.url, { version: '2.0' }), {
      network: 'regtest',
      highestFeeRate,
      paying,
    }).tip();
    assert.ok(tip.finalHeight !== undefined && tip.finalHeight < tip.height && tip.finalHeight > 5);
  } finally {
    await node.close();
  }
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { writeFullBlock } from '../../../../test/support/full-block.ts';
import { PlayedRefusal, playNode, type PlayedRpcNode } from '../../../../test/support/played-node.ts';
import type { Network } from '../addresses/networks.ts';
import type { ChainNode } from '../chain.ts';
import { traitsOf, type BitcoinCoin } from './bitcoin-coins.ts';
import { openBitcoinNode, openBitcoinRpc } from './open-bitcoin-node.ts';

const hash = (digit: string): string => digit.repeat(64);
const genesis = traitsOf.LTC.checkpoints.main[0]?.hash ?? '';

/** Valid answers of a Litecoin node, as JSON. Each test changes some of them. */
const sound: Record<string, string | ((params: readonly unknown[]) => string)> = {
  getblockchaininfo: JSON.stringify({
    chain: 'main',
    blocks: 9,
    bestblockhash: hash('9'),
    initialblockdownload: false,
  }),
  getblockhash: ([height]) => JSON.stringify(height === 0 ? genesis : hash(String(height))),
  getrawmempool: '[]',
  getmempoolinfo: '{"size":0,"mempoolminfee":0.00001000,"minrelaytxfee":0.00001000}',
  estimatesmartfee: '{"errors":["Insufficient data or no feerate found"],"blocks":0}',
};

const playing: PlayedRpcNode[] = [];
after(async () => {
  for (const node of playing) await node.close();
});

async function play(
  said: typeof sound,
  { coin = 'LTC', network = 'main' }: { coin?: BitcoinCoin; network?: Network } = {},
): Promise<{ node: ChainNode; played: PlayedRpcNode }> {
  const played = await playNode((method, params) => {
    const answer = { ...sound, ...said }[method];
    if (answer === undefined) throw new PlayedRefusal(-32_601, 'Method not found');
    return typeof answer === 'string' ? answer : answer(params);
  });
  playing.push(played);
  return { node: openBitcoinNode(openBitcoinRpc(played.url), coin, network), played };
}

const refuse = (code: number, message: string) => (): never => {
  throw new PlayedRefusal(code, message);
};

describe('the tip', () => {
  test('is the newest block of the node', async () => {
    const { node } = await play({});
    assert.deepEqual(await node.tip(), { height: 9, hash: hash('9') });
  });
  test('is requested without verifying the chain again, until the node was unavailable', async () => {
    let away = false;
    const { node, played } = await play({
      getblockchaininfo: () =>
        away ? refuse(-28, 'Loading block index…')() : String(sound['getblockchaininfo']),
    });
    const checkpoints = (): number => played.calls.filter(({ method }) => method === 'getblockhash').length;
    await node.tip();
    await node.tip();
    assert.equal(checkpoints(), 1);
    away = true;
    await assert.rejects(node.tip(), /Loading block index/);
    away = false;
    await node.tip();
    assert.equal(checkpoints(), 2);
  });

  const others: [name: string, said: typeof sound, options: Parameters<typeof play>[1], RegExp][] = [
    ['another network', { getblockchaininfo: '{"chain":"regtest"}' }, {}, /another chain than litecoin main/],
    [
      'main although a test network is configured',
      {},
      { network: 'test' },
      /another chain than litecoin test/,
    ],
    ['another coin', {}, { coin: 'BTC' }, /another chain than bitcoin main/],
    [
      'Bitcoin although Bitcoin Cash is configured',
      {
        getblockhash: ([height]) =>
          JSON.stringify(traitsOf.BTC.checkpoints.main.find((mark) => mark.height === height)?.hash),
      },
      { coin: 'BCH' },
      /another chain than bitcoin cash main/,
    ],
    [
      'a node that is still synchronising',
      {
        getblockchaininfo: `{"chain":"main","blocks":9,"bestblockhash":"${hash('9')}","initialblockdownload":true}`,
      },
      {},
      /still fetching/,
    ],
    ['a node that names no chain', { getblockchaininfo: '{}' }, {}, /another chain/],
    [
      'a node that sends an invalid hash',
      { getblockchaininfo: '{"chain":"main","blocks":9,"bestblockhash":"x"}' },
      {},
      /bestblockhash/,
    ],
  ];
  for (const [name, said, options, message] of others) {
    test(`of ${name} is rejected`, async () => {
      const { node } = await play(said, options);
      await assert.rejects(node.tip(), message);
    });
  }
  for (const chain of ['test', 'testnet4', 'signet']) {
    test(`is accepted for a test network named ${chain}`, async () => {
      const info = JSON.stringify({ chain, blocks: 1, bestblockhash: hash('1') });
      const { node } = await play({ getblockchaininfo: info }, { coin: 'BTC', network: 'test' });
      assert.equal((await node.tip()).height, 1);
    });
  }
});

describe('a block', () => {
  const block = (transactions: string): typeof sound => ({
    getblock: `{"hash":"${hash('5')}","height":5,"time":1700000000,"previousblockhash":"${hash('4')}","tx":[${transactions}]}`,
  });

  test('has exact amounts, its spends, and each output by its script', async () => {
    const coinbase = `{"txid":"${hash('a')}","vin":[{"coinbase":"03","sequence":1}],"vout":[{"value":12.50000001,"n":0,"scriptPubKey":{"hex":"0014aa"}}]}`;
    const spending = `{"txid":"${hash('b')}","vin":[{"txid":"${hash('c')}","vout":3}],"vout":[{"value":1e-8,"n":0,"scriptPubKey":{"hex":"6a"}},{"value":83999999.99999999,"n":1,"scriptPubKey":{"hex":"0014bb"}}]}`;
    const { node } = await play(block(`${coinbase},${spending}`));
    assert.deepEqual(await node.findBlock(5), {
      height: 5,
      hash: hash('5'),
      parentHash: hash('4'),
      minedAtMs: 1_700_000_000_000,
      transactions: [
        {
          id: hash('a'),
          spends: [],
          outputs: [{ index: 0, destination: '0014aa', amountMinor: 1_250_000_001n }],
          maturity: 100,
        },
        {
          id: hash('b'),
          spends: [`${hash('c')}:3`],
          outputs: [
            { index: 0, destination: '6a', amountMinor: 1n },
            { index: 1, destination: '0014bb', amountMinor: 8_399_999_999_999_999n },
          ],
        },
      ],
    });
  });
  test('omits MWEB inputs and outputs and coins with a token', async () => {
    const hidden = `{"txid":"${hash('a')}","vin":[{"ismweb":true,"output_id":"${hash('e')}"}],"vout":[{"ismweb":true,"output_id":"${hash('f')}"},{"value":1.0,"n":1,"scriptPubKey":{"hex":"76"},"tokenData":{"category":"${hash('d')}","amount":"1"}}]}`;
    const { node } = await play(block(hidden));
    assert.deepEqual((await node.findBlock(5))?.transactions, [{ id: hash('a'), spends: [], outputs: [] }]);
  });
  test('contains pegouts from MWEB, spendable six blocks later', async () => {
    const kernel = `5820${hash('e')}`;
    const pegout = `{"txid":"${hash('a')}","vin":[{"txid":"${hash('c')}","vout":0}],"vout":[{"value":9.0,"n":0,"scriptPubKey":{"hex":"${kernel}"}},{"value":1.0,"n":1,"scriptPubKey":{"hex":"0014aa"}}]}`;
    const { node } = await play(block(pegout));
    assert.equal((await node.findBlock(5))?.transactions[0]?.maturity, 6);
  });
  test('does not exist above the newest height', async () => {
    const { node } = await play({ getblockhash: refuse(-8, 'Block height out of range') });
    assert.equal(await node.findBlock(10), undefined);
  });
  test('that was pruned is a failure, not a gap', async () => {
    const { node } = await play({ getblock: refuse(-1, 'Block not available (pruned data)') });
    await assert.rejects(node.findBlock(5), /pruned/);
  });

  const output = (value: string): string =>
    `{"txid":"${hash('a')}","vin":[],"vout":[{"value":${value},"n":0,"scriptPubKey":{"hex":"00"}}]}`;
  const garbage: [name: string, said: typeof sound][] = [
    ['of another height', { getblock: `{"hash":"${hash('5')}","height":6,"time":1,"tx":[]}` }],
    ['of another hash', { getblock: `{"hash":"${hash('6')}","height":5,"time":1,"tx":[]}` }],
    ['without transactions', { getblock: `{"hash":"${hash('5')}","height":5,"time":1}` }],
    ['that is null', { getblock: 'null' }],
    ['that is a list', { getblock: '[]' }],
    ['with a negative amount', block(output('-1.0'))],
    ['with an amount too fine', block(output('0.000000001'))],
    ['with an amount in words', block(output('"much"'))],
    ['with a transaction by its id alone', block(`"${hash('a')}"`)],
    [
      'with an output without a script',
      block(`{"txid":"${hash('a')}","vin":[],"vout":[{"value":1.0,"n":0,"scriptPubKey":{}}]}`),
    ],
  ];
  for (const [name, said] of garbage) {
    test(`${name} is a failure`, async () => {
      const { node } = await play(said);
      await assert.rejects(node.findBlock(5), { name: 'NodeFailure' });
    });
  }
});

test('fetches only new unconfirmed transactions, many at once, and omits those that have gone', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => String(index).padStart(64, '0'));
  const [known, gone, mined] = [ids[0] ?? '', ids[1] ?? '', ids[2] ?? ''];
  const { node, played } = await play({
    getrawmempool: JSON.stringify(ids),
    getrawtransaction: ([id]) =>
      id === gone
        ? refuse(-5, 'No such mempool transaction')()
        : `{"txid":"${String(id)}","vin":[],"vout":[{"value":0.1,"n":0,"scriptPubKey":{"hex":"00"}}]}`,
    getmempoolentry: ([id]) =>
      id === gone || id === mined ? refuse(-5, 'Transaction not in mempool')() : '{"time":1700000001}',
  });
  const unconfirmed = await node.listUnconfirmed(new Set([known, 'f'.repeat(64)]));
  assert.deepEqual(
    unconfirmed.ids,
    ids.filter((id) => id !== gone && id !== mined),
  );
  assert.equal(unconfirmed.found.length, 447);
  assert.deepEqual(unconfirmed.found[0], {
    id: ids[3],
    spends: [],
    outputs: [{ index: 0, destination: '00', amountMinor: 10_000_000n }],
    seenAtMs: 1_700_000_001_000,
  });
  assert.ok(!played.calls.some(({ params: [id] }) => id === known));
  assert.equal((await node.listUnconfirmed(new Set(ids))).found.length, 0);
});

test('fetches at most `limit` unconfirmed transactions, and the rest the next time', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => String(index).padStart(64, '0'));
  const { node, played } = await play({
    getrawmempool: JSON.stringify(ids),
    getrawtransaction: ([id]) =>
      id === ids[7]
        ? refuse(-5, 'No such mempool transaction')()
        : `{"txid":"${String(id)}","vin":[],"vout":[{"value":0.1,"n":0,"scriptPubKey":{"hex":"00"}}]}`,
    getmempoolentry: '{"time":1700000001}',
  });
  const first = await node.listUnconfirmed(new Set(), 300);
  assert.deepEqual([first.ids.length, first.found.length, first.more], [449, 299, true]);
  const second = await node.listUnconfirmed(new Set(first.found.map(({ id }) => id)), 300);
  assert.deepEqual([second.ids.length, second.found.length, second.more], [449, 150, false]);
  assert.equal(played.calls.filter(({ method }) => method === 'getrawtransaction').length, 451);
});

describe('the fee rate', () => {
  const rates: [name: string, coin: BitcoinCoin, said: typeof sound, rate: bigint][] = [
    ['is the estimate', 'BTC', { estimatesmartfee: '{"feerate":0.00012345,"blocks":6}' }, 12_345n],
    ['is the estimate with an exponent', 'BTC', { estimatesmartfee: '{"feerate":1.2e-5}' }, 1200n],
    ['is the fallback if there is no estimate', 'LTC', {}, 10_000n],
    ['is the fallback if the estimate is -1', 'BTC', { estimatesmartfee: '{"feerate":-1}' }, 20_000n],
    [
      'is at least the rate that the node relays',
      'LTC',
      { estimatesmartfee: '{"feerate":0.00000001}', getmempoolinfo: '{"mempoolminfee":0.00005}' },
      5000n,
    ],
    ['has an upper limit', 'BTC', { estimatesmartfee: '{"feerate":5.0}' }, 2_000_000n],
    [
      "is requested with Bitcoin Cash's own method",
      'BCH',
      { estimatesmartfee: refuse(-32_601, 'Method not found'), estimatefee: '0.00004321' },
      4321n,
    ],
  ];
  for (const [name, coin, said, rate] of rates) {
    test(name, async () => assert.equal(await (await play(said, { coin })).node.estimateFeeRate(), rate));
  }
});

describe('a broadcast', () => {
  const outcomes: [name: string, said: string | (() => string), outcome: object][] = [
    ['that is accepted', `"${hash('a')}"`, { outcome: 'accepted' }],
    ['that is in a block', refuse(-27, 'Transaction already in block chain'), { outcome: 'known' }],
    ['that is in the mempool', refuse(-26, 'txn-already-in-mempool'), { outcome: 'known' }],
    ['that is known', refuse(-27, 'txn-already-known'), { outcome: 'known' }],
    [
      'with missing inputs',
      refuse(-25, 'bad-txns-inputs-missingorspent'),
      { outcome: 'refused', reason: 'bad-txns-inputs-missingorspent' },
    ],
    [
      'that pays too little',
      refuse(-26, 'min relay fee not met, 100 < 141'),
      { outcome: 'refused', reason: 'min relay fee not met, 100 < 141' },
    ],
    ['of invalid bytes', refuse(-22, 'TX decode failed'), { outcome: 'refused', reason: 'TX decode failed' }],
  ];
  for (const [name, said, outcome] of outcomes) {
    test(`${name} is reported as such`, async () => {
      const { node } = await play({ sendrawtransaction: said });
      assert.deepEqual(await node.broadcast('00'), outcome);
    });
  }
  test('throws while the node cannot answer, neither accepted nor refused', async () => {
    const { node } = await play({ sendrawtransaction: refuse(-28, 'Loading wallet…') });
    await assert.rejects(node.broadcast('00'), /Loading wallet/);
  });
});

test('reads a block of several megabytes without loss', async () => {
  const written = writeFullBlock(7, hash('7'), 9000);
  assert.ok(written.json.length > 16e6, 'as large as a full block of Bitcoin is as JSON');
  const { node } = await play({ getblock: written.json });
  const block = await node.findBlock(7);
  assert.deepEqual(
    block?.transactions.map(({ id }) => id),
    written.transactionIds,
  );
  const outputs = block.transactions.flatMap((transaction) => transaction.outputs);
  assert.equal(new Set(outputs.map(({ destination }) => destination)).size, 18_000);
  assert.equal(new Set(block.transactions.flatMap(({ spends }) => spends)).size, 18_000);
  // Doubles would lose the last digits of these amounts.
  assert.equal(
    outputs.reduce((sum, output) => sum + output.amountMinor, 0n),
    written.amountMinor,
  );
});

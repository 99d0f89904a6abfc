import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  newXrpWallet,
  startRippledStandIn,
  type RippledStandIn,
  type XrpWallet,
} from '../../../../test/support/rippled/rippled-stand-in.ts';
import type { ChainNode } from '../chain.ts';
import { ChainFault } from '../reading/chain-fault.ts';
import { highestFee, openXrpNode } from './open-xrp-node.ts';
import { openXrpConnection, XrpNodeFailure } from './xrp-connection.ts';

let rippled: RippledStandIn;
let customer: XrpWallet;
let ours: XrpWallet;
const honest: RippledStandIn['lie'] = (_command, answer) => answer;

before(async () => {
  rippled = await startRippledStandIn();
  customer = rippled.fund(10n ** 12n);
  ours = rippled.fund(10n ** 9n);
  rippled.close();
});
after(() => rippled.stop());
afterEach(() => {
  rippled.lie = honest;
  rippled.lag = 0;
  rippled.openFee = 10n;
});

const open = (url: string, networkId = rippled.networkId, timeoutMs = 10_000): ChainNode =>
  openXrpNode(openXrpConnection(url, { timeoutMs }), { account: ours.address, networkId });

for (const transport of ['url', 'httpUrl'] as const) {
  describe(transport === 'url' ? 'over WebSocket' : 'over JSON-RPC', () => {
    test('links ledgers by their hashes and returns the transactions of the account', async () => {
      const node = open(rippled[transport]);
      const id = rippled.pay(customer, ours.address, 25_000_000n, { DestinationTag: 7 });
      rippled.pay(customer, newXrpWallet().address, 25_000_000n);
      const { ledger_index: height, ledger_hash: hash } = rippled.close();
      assert.deepEqual(await node.tip(), { height, hash });
      const block = await node.findBlock(height);
      assert.equal(block?.hash, hash);
      assert.equal(block.parentHash, (await node.findBlock(height - 1))?.hash);
      assert.deepEqual(block.transactions, [
        {
          id,
          spends: [],
          outputs: [{ index: 0, destination: `${ours.address}:7`, amountMinor: 25_000_000n }],
        },
      ]);
      assert.equal(await node.findBlock(height + 1), undefined);
      assert.deepEqual(await node.listUnconfirmed(new Set()), { ids: [], found: [] });
    });

    test('a tag has a history from its first payment on, also in ledgers that were not read yet', async () => {
      const node = open(rippled[transport]);
      const { height } = await node.tip();
      const tagged = (tag: string, address = ours.address) => ({
        address,
        destinationTag: tag,
        destination: `${address}:${tag}`,
      });
      assert.equal(await node.hasHistory?.(tagged('4294967295'), height), false);
      rippled.pay(customer, ours.address, 25_000_000n, { DestinationTag: 4_294_967_295 });
      rippled.close();
      assert.equal(await node.hasHistory?.(tagged('4294967295'), height), true);
      assert.equal(await node.hasHistory?.(tagged('4294967294'), height), false);
      const { height: next } = await node.tip();
      rippled.close();
      assert.equal(await node.hasHistory?.(tagged('4294967295'), next + 1), false);
      // The number of pages is limited.
      rippled.lie = (command, answer) =>
        command === 'account_tx' ? { ...answer, transactions: [], marker: { ledger: 1, seq: 1 } } : answer;
      await assert.rejects(async () => node.hasHistory?.(tagged('7'), height), /than one search covers/);
      rippled.lie = honest;
    });

    test('many concurrent requests get their own answers', async () => {
      const node = open(rippled[transport]);
      rippled.close(8);
      const { height } = await node.tip();
      const heights = Array.from({ length: 8 }, (_, index) => height - index);
      const blocks = await Promise.all(heights.map((one) => node.findBlock(one)));
      assert.deepEqual(
        blocks.map((block) => block?.height),
        heights,
      );
    });

    test('the error for an unavailable node names only its host, and the node is used again when it returns', async () => {
      const node = open(rippled[transport]);
      await node.tip();
      await rippled.stop();
      await assert.rejects(node.tip(), (error: Error) => {
        assert.ok(error instanceof XrpNodeFailure);
        assert.match(error.message, /^127\.0\.0\.1:\d+ cannot be reached/);
        return true;
      });
      await rippled.start();
      await node.tip();
    });

    test('a request without an answer times out', async () => {
      const node = open(rippled[transport], rippled.networkId, 50);
      rippled.lie = () => undefined;
      await assert.rejects(node.tip(), /did not answer within 0.05 s|closed the connection/);
    });
  });
}

test('rejects a node of another network', async () => {
  const name = `xrp ${rippled.networkId}`;
  await assert.rejects(open(rippled.url, 0).tip(), new RegExp(`of ${name}, not of xrp main`));
  rippled.lie = (_command, { info }) => ({ info: { ...info, network_id: undefined } });
  await assert.rejects(open(rippled.url).tip(), new RegExp(`of xrp main, not of ${name}`));
  await open(rippled.url, 0).tip();
});

test('rejects a node that does not follow the network', async () => {
  const node = open(rippled.url);
  const cases: [RegExp, object][] = [
    [/catching up/, { server_state: 'syncing' }],
    [/no validated ledger/, { validated_ledger: undefined }],
    [/more than a minute old/, { validated_ledger: { age: 61, seq: 5, hash: 'A'.repeat(64) } }],
    [/no valid seq/, { validated_ledger: { age: 1, hash: 'A'.repeat(64) } }],
    [/no valid hash/, { validated_ledger: { age: 1, seq: 5, hash: 'none' } }],
    [/no valid age/, { validated_ledger: { seq: 5, hash: 'A'.repeat(64) } }],
    [/no valid complete_ledgers/, { complete_ledgers: undefined }],
    [/no valid complete_ledgers/, { complete_ledgers: 'most' }],
  ];
  for (const [sentence, change] of cases) {
    rippled.lie = (_command, { info }) => ({ info: { ...info, ...change } });
    await assert.rejects(node.tip(), sentence);
  }
});

test('fails with history_missing if the node lacks a ledger, and never skips it', async () => {
  const node = open(rippled.url);
  const { height } = await node.tip();
  const missing = (error: unknown): boolean =>
    error instanceof ChainFault && error.code === 'history_missing';
  const before = rippled.firstLedger;
  rippled.firstLedger = height;
  try {
    await node.tip();
    await assert.rejects(node.findBlock(height - 1), missing);
    assert.equal((await node.findBlock(height))?.height, height);
    // The node claims to have the ledger, but does not return it.
    rippled.lie = (command, answer) => (command === 'ledger' ? { error: 'lgrNotFound' } : answer);
    await assert.rejects(node.findBlock(height), missing);
    rippled.lie = (command, answer) =>
      command === 'server_info' ? { info: { ...answer['info'], complete_ledgers: 'empty' } } : answer;
    await node.tip();
    await assert.rejects(node.findBlock(height), missing);
  } finally {
    rippled.firstLedger = before;
  }
});

test('never uses the answer to another request', async () => {
  const node = open(rippled.url);
  const hasty = open(rippled.url, rippled.networkId, 200);
  const { height } = await node.tip();
  rippled.lie = (command, answer) =>
    command === 'ledger' ? { ...answer, ledger: { ...answer['ledger'], ledger_index: height - 1 } } : answer;
  await assert.rejects(node.findBlock(height), /another ledger than requested/);
  rippled.lie = (_command, answer) => ({
    whole: { id: 4711, status: 'success', type: 'response', result: answer },
  });
  await assert.rejects(hasty.tip(), /did not answer|closed/);
  rippled.lie = (_command, answer) => ({ whole: { type: 'ledgerClosed', ...answer } });
  await assert.rejects(hasty.tip(), /did not answer|closed/);
  rippled.lie = () => ({ whole: { id: 1, type: 'response' } });
  await assert.rejects(open(rippled.url).tip(), /neither a result nor an error/);
  rippled.lie = () => ({ whole: 'hello' });
  await assert.rejects(open(rippled.url).tip(), XrpNodeFailure);
});

test('the fee is that of the open ledger, up to a ceiling', async () => {
  const node = open(rippled.url);
  assert.equal(await node.estimateFeeRate(), 10n);
  rippled.openFee = 5000n;
  assert.equal(await node.estimateFeeRate(), 5000n);
  rippled.openFee = 10n ** 12n;
  assert.equal(await node.estimateFeeRate(), highestFee);
  rippled.lie = () => ({ drops: { base_fee: '0', open_ledger_fee: '0' } });
  await assert.rejects(node.estimateFeeRate(), XrpNodeFailure);
  rippled.lie = () => ({ drops: { base_fee: 0.00001, open_ledger_fee: '10' } });
  await assert.rejects(node.estimateFeeRate(), XrpNodeFailure);
});

test("translates the node's result of a submission", async () => {
  const node = open(rippled.url);
  assert.match(JSON.stringify(await node.broadcast('1200')), /refused.*invalidTransaction/);
  const outcomes = {
    tesSUCCESS: 'accepted',
    terQUEUED: 'accepted',
    tecDST_TAG_NEEDED: 'accepted',
    tefALREADY: 'known',
    tefPAST_SEQ: 'refused',
    tefMAX_LEDGER: 'refused',
    terPRE_SEQ: 'refused',
    telINSUF_FEE_P: 'refused',
  };
  for (const [result, outcome] of Object.entries(outcomes)) {
    rippled.lie = () => ({ engine_result: result, engine_result_message: 'Words of the node.' });
    assert.equal((await node.broadcast('1200')).outcome, outcome, result);
  }
  rippled.lie = () => ({ error: 'tooBusy' });
  await assert.rejects(node.broadcast('1200'), /tooBusy/);
});

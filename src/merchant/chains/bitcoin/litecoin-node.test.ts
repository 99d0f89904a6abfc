import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bech32, bech32m } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { startLitecoinNode } from '../../../../test/support/litecoin-node.ts';
import { toPlan } from '../../../../test/support/payout-plan.ts';
import type { UtxoNode } from '../../../../test/support/utxo-node.ts';
import { createAddressBook } from '../addresses/create-address-book.ts';
import type {
  AddressBook,
  ChainNode,
  ChainOutput,
  Funds,
  Payer,
  PayoutPlan,
  SpendableOutput,
} from '../chain.ts';
import { createBitcoinPayer } from './create-bitcoin-payer.ts';
import { openBitcoinNode, openBitcoinRpc } from './open-bitcoin-node.ts';

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), {
  public: 0x043587cf,
  private: 0x04358394,
}).derive("m/84'/1'/0'");

let litecoin: UtxoNode;
let node: ChainNode;
let addresses: AddressBook;
let payer: Payer;
before(async () => {
  litecoin = await startLitecoinNode();
  node = openBitcoinNode(openBitcoinRpc(litecoin.url), 'LTC', 'regtest');
  addresses = createAddressBook('LTC', 'regtest', account.publicExtendedKey);
  payer = createBitcoinPayer('LTC', account);
});
after(() => litecoin.close());

/** Reads the newest block through the code under test. */
async function newestBlock(): Promise<NonNullable<Awaited<ReturnType<ChainNode['findBlock']>>>> {
  const { height, hash } = await node.tip();
  const block = await node.findBlock(height);
  assert.equal(block?.hash, hash);
  return block;
}

/** Creates outputs at our first addresses, paid by the customer and mined. */
async function fund(values: readonly string[]): Promise<Extract<Funds, { kind: 'outputs' }>> {
  const outputs: SpendableOutput[] = [];
  for (const [addressIndex, value] of values.entries()) {
    const { address } = addresses.derive(0, addressIndex);
    await litecoin.pay(address, value);
  }
  await litecoin.mine();
  const { transactions } = await newestBlock();
  for (const [addressIndex] of values.entries()) {
    const { destination } = addresses.derive(0, addressIndex);
    for (const { id, outputs: paid } of transactions) {
      for (const { index, amountMinor } of paid.filter((one) => one.destination === destination)) {
        outputs.push({ transactionId: id, index, destination, amountMinor, branch: 0, addressIndex });
      }
    }
  }
  return { kind: 'outputs', outputs, change: addresses.derive(1, 0) };
}

test('the node accepts an address from the extended public key and has the same script for it', async () => {
  for (const branch of [0, 1] as const) {
    const { address, destination } = addresses.derive(branch, 3);
    const judged = await litecoin.call('validateaddress', address);
    assert.deepEqual([judged.isvalid, judged.scriptPubKey], [true, destination]);
  }
});

test('a payment appears unconfirmed with its time, and then in its block', async () => {
  const { address, destination } = addresses.derive(0, 9);
  const beforeMs = Date.now();
  const id = await litecoin.pay(address, '0.12345678');
  const { ids, found } = await node.listUnconfirmed(new Set());
  assert.ok(ids.includes(id));
  const seen = found.find((transaction) => transaction.id === id);
  assert.ok(seen?.seenAtMs !== undefined && Math.abs(seen.seenAtMs - beforeMs) < 60_000);
  assert.equal(seen.outputs.find((output) => output.destination === destination)?.amountMinor, 12_345_678n);
  assert.deepEqual((await node.listUnconfirmed(new Set([id]))).found, []);

  const { height } = await node.tip();
  assert.equal(await node.findBlock(height + 1), undefined);
  await litecoin.mine();
  const block = await newestBlock();
  assert.equal(block.height, height + 1);
  assert.equal(block.parentHash, (await node.findBlock(height))?.hash);
  const mined = block.transactions.find((transaction) => transaction.id === id);
  assert.deepEqual({ ...mined, seenAtMs: seen.seenAtMs }, seen);
  assert.deepEqual((await node.listUnconfirmed(new Set())).ids, []);
});

test('reads the first block, without a parent, and its reward', async () => {
  const block = await node.findBlock(0);
  assert.equal(block?.parentHash, '');
  assert.equal(block.transactions[0]?.outputs[0]?.amountMinor, 5_000_000_000n);
});

test('a chain without estimates has a fee rate', async () => {
  assert.equal(await node.estimateFeeRate(), 10_000n);
});

test('the node accepts transactions from several outputs, with and without change, to each kind of address', async () => {
  const funds = await fund(['0.5', '0.25', '0.125', '0.0625']);
  assert.equal(funds.outputs.length, 4);
  const tweaked = account.deriveChild(5).publicKey?.subarray(1) ?? new Uint8Array();
  const kinds = [
    await litecoin.call('getnewaddress', '', 'legacy'),
    await litecoin.call('getnewaddress', '', 'p2sh-segwit'),
    await litecoin.call('getnewaddress', '', 'bech32'),
    // A script address and a taproot address.
    bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(32).fill(3))]),
    bech32m.encode('rltc', [1, ...bech32m.toWords(tweaked)]),
  ];
  const feeRate = await node.estimateFeeRate();
  for (const address of kinds) {
    const parsed = addresses.parse(String(address));
    assert.ok('address' in parsed, String(address));
    const { scriptPubKey: script } = await litecoin.call('validateaddress', address);
    assert.equal(parsed.address.destination, script);
    for (const amountMinor of [6000n, 30_000_000n, 93_000_000n]) {
      const signed = payer.sign(toPlan({ to: parsed.address, amountMinor, feeRate, height: 1 }), funds);
      assert.ok('bytes' in signed);
      const [judged] = await litecoin.call('testmempoolaccept', [signed.bytes]);
      assert.deepEqual([judged.allowed, judged['reject-reason']], [true, undefined]);
      assert.equal(judged.txid, signed.transactionId);
      const feeMinor = BigInt(Math.round(judged.fees.base * 1e8));
      assert.equal(feeMinor, signed.feeMinor);
      assert.ok(feeMinor * 1000n >= feeRate * BigInt(judged.vsize));
    }
  }
});

test('repeated broadcasts send the bytes once, and they are mined', async () => {
  const funds = await fund(['0.4', '0.3']);
  const to = addresses.parse(await litecoin.call('getnewaddress'));
  assert.ok('address' in to);
  const plan = { to: to.address, amountMinor: 60_000_000n, feeRate: 10_000n, height: 1 };
  const signed = payer.sign(toPlan(plan), funds);
  assert.ok('bytes' in signed);
  // Changes a digit of the last signature.
  const spoiled = signed.bytes.replace(/.(?=.{150}$)/, (digit) => (digit === 'a' ? 'b' : 'a'));
  assert.equal((await node.broadcast(spoiled)).outcome, 'refused');
  assert.equal((await node.broadcast('zz')).outcome, 'refused');
  assert.deepEqual(await node.broadcast(signed.bytes), { outcome: 'accepted' });
  assert.notEqual((await node.broadcast(signed.bytes)).outcome, 'refused');
  const { found } = await node.listUnconfirmed(new Set());
  const waiting = found.find(({ id }) => id === signed.transactionId);
  assert.deepEqual(waiting?.spends, signed.spends);
  assert.deepEqual(
    new Set(waiting.outputs.map(({ destination }) => destination)),
    new Set([to.address.destination, funds.change.destination]),
  );

  // Another payment with the same outputs is refused while this one is unconfirmed, and permanently once it is mined.
  const other = payer.sign(toPlan({ ...plan, amountMinor: 61_000_000n }), funds);
  assert.ok('bytes' in other);
  assert.equal((await node.broadcast(other.bytes)).outcome, 'refused');
  await litecoin.mine();
  assert.ok((await newestBlock()).transactions.some(({ id }) => id === signed.transactionId));
  assert.deepEqual(await node.broadcast(signed.bytes), { outcome: 'known' });
  assert.equal((await node.broadcast(other.bytes)).outcome, 'refused');
});

test('each BIP-125 replacement replaces the one before, and only one is mined', async () => {
  const funds = await fund(['0.7', '0.6', '0.05']);
  const recipients = await Promise.all(
    [20_000_000n, 30_000_000n].map(async (amountMinor) => {
      const to = addresses.parse(await litecoin.call('getnewaddress'));
      assert.ok('address' in to);
      return { to: to.address, amountMinor };
    }),
  );
  const sign = (feeRate: bigint, more: Partial<PayoutPlan> = {}, use: Partial<typeof funds> = {}) => {
    const signed = payer.sign({ recipients, feeRate, height: 1, ...more }, { ...funds, ...use });
    assert.ok('bytes' in signed);
    return signed;
  };
  const first = sign(10_000n);
  assert.deepEqual(await node.broadcast(first.bytes), { outcome: 'accepted' });
  const isUsed = ({ transactionId, index }: SpendableOutput): boolean =>
    first.spends.includes(`${transactionId}:${index}`);
  const [kept, free] = [funds.outputs.filter(isUsed), funds.outputs.filter((one) => !isUsed(one))];
  const raised: (typeof first)[] = [first];
  // The minimum rate, a higher one, and one that needs another output.
  for (const [feeRate, outputs] of [
    [10_000n, []],
    [25_000n, []],
    [2_000_000n, free],
  ] as const) {
    const before = raised.at(-1);
    assert.ok(before);
    const next = sign(feeRate, { replaces: before }, { kept, outputs, change: addresses.derive(1, 7) });
    assert.deepEqual(await node.broadcast(next.bytes), { outcome: 'accepted' }, String(feeRate));
    assert.deepEqual((await node.listUnconfirmed(new Set())).ids, [next.transactionId]);
    assert.ok(next.feeMinor > before.feeMinor);
    assert.equal((await node.broadcast(before.bytes)).outcome, 'refused');
    raised.push(next);
  }
  const last = raised.at(-1);
  assert.ok(last);
  await litecoin.mine();
  const { transactions } = await newestBlock();
  const ours = new Set(raised.map(({ transactionId }) => transactionId));
  assert.deepEqual(
    transactions.filter(({ id }) => ours.has(id)).map(({ id }) => id),
    [last.transactionId],
  );
  const mined = transactions.find(({ id }) => id === last.transactionId);
  for (const [index, { to, amountMinor }] of recipients.entries()) {
    const output: ChainOutput | undefined = mined?.outputs.find(
      (one) => one.index === last.paid[index]?.outputIndex,
    );
    assert.deepEqual([output?.destination, output?.amountMinor], [to.destination, amountMinor]);
  }
});

test('a transaction without change, which gave the rest to the miners, can be replaced', async () => {
  const funds = await fund(['0.3', '0.2', '0.9']);
  const to = addresses.parse(await litecoin.call('getnewaddress', '', 'bech32'));
  assert.ok('address' in to);
  const isRich = ({ amountMinor }: SpendableOutput): boolean => amountMinor === 90_000_000n;
  const [outputs, kept] = [funds.outputs.filter(isRich), funds.outputs.filter((one) => !isRich(one))];
  // 178 bytes at a rate of 10, and a replacement at half as much again.
  const plan = toPlan({ to: to.address, amountMinor: 50_000_000n - 2680n, feeRate: 10_000n, height: 1 });
  const first = payer.sign(plan, { ...funds, outputs: kept });
  assert.ok('bytes' in first && first.feeMinor === 2680n);
  assert.deepEqual(await node.broadcast(first.bytes), { outcome: 'accepted' });
  const next = payer.sign({ ...plan, feeRate: 12_500n, replaces: first }, { ...funds, outputs, kept });
  assert.ok('bytes' in next);
  assert.deepEqual(await node.broadcast(next.bytes), { outcome: 'accepted' });
  assert.deepEqual((await node.listUnconfirmed(new Set())).ids, [next.transactionId]);
  await litecoin.mine();
});

test('a killed node is unavailable and returns with the same chain', async () => {
  const { height, hash } = await node.tip();
  await litecoin.kill();
  await assert.rejects(node.tip(), /cannot be reached/);
  await assert.rejects(node.broadcast('00'), { name: 'NodeFailure' });
  await litecoin.restart();
  assert.deepEqual(await node.tip(), { height, hash });
});

test('reports a wrong password and a node of another network differently', async () => {
  const wrong = litecoin.url.replace('tester:', 'tester:not-');
  await assert.rejects(openBitcoinNode(openBitcoinRpc(wrong), 'LTC', 'regtest').tip(), /name and password/);
  await assert.rejects(openBitcoinNode(openBitcoinRpc(litecoin.url), 'LTC', 'main').tip(), /another chain/);
  await assert.rejects(
    openBitcoinNode(openBitcoinRpc(litecoin.url), 'BTC', 'regtest').tip(),
    /another chain/,
  );
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openMerchantApp, type TestApp } from '../../../../../test/support/app.ts';
import { toPlan } from '../../../../../test/support/payout-plan.ts';
import {
  endowmentOf,
  openTestChain,
  signPayout,
  wholeCoin,
} from '../../../../../test/support/simulated-chain.ts';
import { coinCodes, type CoinCode } from '../../../assets/asset.rules.ts';
import type { Funds, SpendableOutput } from '../../chain.ts';
import { simulatedCoins } from '../simulated-coin.rules.ts';
import { getSandboxWallet } from './sandbox-wallet.ts';
import { openTransaction, signTransaction } from './simulated-bytes.ts';
import { createSimulatedPayer } from './simulated-payer.ts';

let testApp: TestApp;
before(async () => {
  testApp = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
});
after(() => testApp.close());

/** An address of another wallet, far from the places that ours assigns. */
const unknownSpend = (coin: CoinCode) =>
  coin === 'XRP'
    ? {
        address: 'rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo',
        destinationTag: '9',
        destination: 'rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo:9',
      }
    : getSandboxWallet(coin).addresses.derive(0, 1_000_000);

/** Returns all coins of the wallet as funds. */
async function fundsOf(coin: CoinCode, next = 0n): Promise<Funds> {
  if (simulatedCoins[coin].funds === 'sequence') return { kind: 'sequence', next };
  const { chain } = await openTestChain(testApp, coin);
  return {
    kind: 'outputs',
    outputs: await endowmentOf(testApp, chain),
    change: chain.addresses.derive(1, 500_000),
  };
}

const only = (funds: Funds, output: number): Funds =>
  funds.kind === 'outputs' ? { ...funds, outputs: funds.outputs.slice(output, output + 1) } : funds;

test("repeated broadcasts of a payout's bytes pay its address once", async () => {
  for (const coin of coinCodes) {
    const { node, payer, mine, waiting } = await openTestChain(testApp, coin);
    const plan = {
      to: unknownSpend(coin),
      amountMinor: wholeCoin(coin),
      feeRate: await node.estimateFeeRate(),
      height: 1,
    };
    const funds = only(await fundsOf(coin), 0);
    const signed = signPayout(payer, plan, funds);
    assert.deepEqual(signPayout(payer, plan, funds), signed, 'the same inputs give the same bytes');
    assert.deepEqual(await node.broadcast(signed.bytes), { outcome: 'accepted' });
    assert.deepEqual(await node.broadcast(signed.bytes), { outcome: 'known' });
    assert.deepEqual(await waiting(), [signed.transactionId]);
    const [seen] = (await node.listUnconfirmed(new Set())).found;
    assert.deepEqual(seen?.spends, signed.spends);
    assert.equal(seen?.outputs[0]?.destination, plan.to.destination);
    assert.equal(seen?.outputs[0]?.amountMinor, plan.amountMinor);
    await mine();
    assert.deepEqual(await node.broadcast(signed.bytes), { outcome: 'known' });
    assert.deepEqual(await waiting(), []);
  }
});

test("the wallet's inputs equal the recipient's amount, the change and the fee", async () => {
  const { payer } = await openTestChain(testApp, 'BTC');
  const funds = await fundsOf('BTC');
  assert.ok(funds.kind === 'outputs');
  const [model] = funds.outputs;
  assert.ok(model);
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { maxLength: 12 }),
      fc.bigInt({ min: 1n, max: 3_000_000n }),
      fc.bigInt({ min: 1000n, max: 50_000n }),
      (amounts, amountMinor, feeRate) => {
        const outputs = amounts.map((amount, index): SpendableOutput => ({
          ...model,
          index,
          amountMinor: amount,
        }));
        const signed = payer.sign(toPlan({ to: unknownSpend('BTC'), amountMinor, feeRate, height: 1 }), {
          ...funds,
          outputs,
        });
        const available = amounts.reduce((sum, amount) => sum + amount, 0n);
        if ('shortMinor' in signed) {
          assert.ok(signed.shortMinor > 0n);
          assert.ok(
            available <
              amountMinor + (feeRate * BigInt(11 + 31 + 68 * Math.max(1, amounts.length)) + 999n) / 1000n,
          );
          return;
        }
        const opened = openTransaction(signed.bytes, getSandboxWallet('BTC').publicKey);
        assert.ok('transaction' in opened);
        const paid = opened.transaction.outputs.reduce((sum, output) => sum + BigInt(output.amount), 0n);
        const spent = signed.spends.reduce(
          (sum, spend) => sum + (amounts[Number(spend.split(':')[1])] ?? 0n),
          0n,
        );
        assert.equal(new Set(signed.spends).size, signed.spends.length);
        assert.equal(spent, paid + signed.feeMinor);
        const size = 11 + 68 * signed.spends.length + 31 * opened.transaction.outputs.length;
        assert.ok(signed.feeMinor * 1000n >= feeRate * BigInt(size), 'the fee covers the size');
        // Change below the dust limit is added to the fee, but nothing more.
        assert.ok(signed.feeMinor <= (feeRate * BigInt(size + 31)) / 1000n + 1n + 546n);
      },
    ),
  );
});

test('a second payout of the same output is refused while the first is unconfirmed and after it is mined', async () => {
  const { node, payer, mine, waiting } = await openTestChain(testApp, 'LTC');
  const funds = only(await fundsOf('LTC'), 3);
  const plan = { to: unknownSpend('LTC'), amountMinor: 1000n, feeRate: await node.estimateFeeRate() };
  const first = signPayout(payer, plan, funds);
  const second = signPayout(payer, { ...plan, amountMinor: 2000n }, funds);
  assert.deepEqual(await node.broadcast(first.bytes), { outcome: 'accepted' });
  assert.equal((await node.broadcast(second.bytes)).outcome, 'refused');
  assert.deepEqual(await waiting(), [first.transactionId]);
  await mine();
  const tempting = signPayout(payer, { ...plan, feeRate: plan.feeRate * 9n }, funds);
  for (const late of [second, tempting]) {
    const refused = await node.broadcast(late.bytes);
    assert.ok(refused.outcome === 'refused');
    assert.match(refused.reason, new RegExp(`${first.transactionId} in block`));
  }
  // With a higher fee it may replace an unconfirmed one.
  const third = signPayout(payer, plan, only(await fundsOf('LTC'), 4));
  const dearer = signPayout(payer, { ...plan, feeRate: plan.feeRate * 3n }, only(await fundsOf('LTC'), 4));
  await node.broadcast(third.bytes);
  assert.deepEqual(await node.broadcast(dearer.bytes), { outcome: 'accepted' });
  assert.deepEqual(await waiting(), [dearer.transactionId]);
  assert.equal((await node.broadcast(third.bytes)).outcome, 'refused');
});

test('payouts of one account follow each other, each number once', async () => {
  for (const coin of ['ETH', 'XRP'] as const) {
    const { node, payer, mine } = await openTestChain(testApp, coin);
    const plan = {
      to: unknownSpend(coin),
      amountMinor: 1000n,
      feeRate: await node.estimateFeeRate(),
      height: 2,
    };
    const sign = (next: bigint, amountMinor = 1000n) =>
      signPayout(payer, { ...plan, amountMinor }, { kind: 'sequence', next });
    // An earlier test has sent the first one.
    assert.equal((await node.broadcast(sign(2n).bytes)).outcome, 'refused', 'no number is left out');
    assert.equal((await node.broadcast(sign(1n).bytes)).outcome, 'accepted');
    assert.equal((await node.broadcast(sign(2n).bytes)).outcome, 'accepted');
    assert.equal((await node.broadcast(sign(1n, 7n).bytes)).outcome, 'refused', 'the number is used');
    await mine();
    assert.equal((await node.broadcast(sign(1n, 7n).bytes)).outcome, 'refused');
    // Other bytes with the next number pay a second time: signing again instead of sending the same bytes pays twice.
    assert.equal((await node.broadcast(sign(3n, 1000n).bytes)).outcome, 'accepted');
  }
});

test('an account pays from its own coins, and coins of another account are moved by that account only', async () => {
  const eth = await openTestChain(testApp, 'ETH');
  const own = eth.chain.addresses.derive(0, 77);
  const feeRate = await eth.node.estimateFeeRate();
  const payment = { to: unknownSpend('ETH'), amountMinor: 10n ** 24n, feeRate };
  const { bytes } = signPayout(eth.payer, payment, { kind: 'sequence', next: 4n });
  const lacks = async () => {
    const answer = await eth.node.broadcast(bytes);
    assert.ok(answer.outcome === 'refused');
    assert.match(answer.reason, /lacks/);
  };
  await lacks();
  const sent = await eth.send(own, payment.amountMinor + 10n ** 18n);
  await lacks();
  const to = eth.chain.payingAddress;
  assert.ok(to);
  const output = {
    transactionId: sent.transactionId,
    index: 0,
    destination: own.destination,
    amountMinor: payment.amountMinor + 10n ** 18n,
    branch: 0,
    addressIndex: 77,
  } as const;
  const from = { ...own, branch: 0, index: 77, outputs: [output] } as const;
  const collection = { to, amountMinor: payment.amountMinor + 10n ** 17n, feeRate };
  const short = eth.payer.sign(toPlan({ ...collection, amountMinor: 10n ** 25n, height: 1 }), {
    kind: 'sequence',
    next: 0n,
    from,
  });
  assert.ok('shortMinor' in short && short.shortMinor > 0n);
  const collected = signPayout(eth.payer, collection, { kind: 'sequence', next: 0n, from });
  assert.deepEqual(collected.spends, [`${own.address}:0`, `${sent.transactionId}:0`]);
  assert.deepEqual(await eth.node.broadcast(collected.bytes), { outcome: 'accepted' });
  assert.deepEqual(await eth.node.broadcast(bytes), { outcome: 'accepted' });
});

test('rejects payments beyond the funds', async () => {
  const { payer, node } = await openTestChain(testApp, 'BCH');
  const funds = only(await fundsOf('BCH'), 5);
  assert.ok(funds.kind === 'outputs');
  const inflated: Funds = {
    ...funds,
    outputs: funds.outputs.map((output) => ({ ...output, amountMinor: output.amountMinor * 2n })),
  };
  const plan = { to: unknownSpend('BCH'), amountMinor: 1000n, feeRate: await node.estimateFeeRate() };
  const forged = await node.broadcast(signPayout(payer, plan, inflated).bytes);
  assert.ok(forged.outcome === 'refused');
  assert.match(forged.reason, /more than it spends/);
  const made: Funds = {
    ...funds,
    outputs: funds.outputs.map((output) => ({ ...output, transactionId: 'a'.repeat(64) })),
  };
  const unknown = await node.broadcast(signPayout(payer, plan, made).bytes);
  assert.ok(unknown.outcome === 'refused');
  assert.match(unknown.reason, /there is no output/);
  const others: Funds = {
    ...funds,
    outputs: funds.outputs.map((output) => ({ ...output, addressIndex: 99 })),
  };
  const stolen = await node.broadcast(signPayout(payer, plan, others).bytes);
  assert.ok(stolen.outcome === 'refused');
  assert.match(stolen.reason, /signature does not fit/);
});

test('accepts only bytes that the wallet signed for this coin', async () => {
  const { node, payer, waiting } = await openTestChain(testApp, 'BTC');
  const funds = only(await fundsOf('BTC'), 7);
  const plan = { to: unknownSpend('BTC'), amountMinor: 1000n, feeRate: await node.estimateFeeRate() };
  const { bytes } = signPayout(payer, plan, funds);
  const [payload = '', signature = ''] = bytes.split('.');
  const transaction = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...transaction, fee: '1' })).toString('base64url');
  const strangersKey = new Uint8Array(32).fill(9);
  const wrong = [
    `${changed}.${signature}`,
    signTransaction(transaction, strangersKey),
    `${payload}.`,
    `${payload}.${signature}A`,
    // The same signature in another spelling would give the same payout a second id.
    `${payload}.${signature}=`,
    `${bytes}.`,
    payload,
    '',
    '🪙',
    'x'.repeat(100_000),
  ];
  for (const bad of wrong) assert.equal((await node.broadcast(bad)).outcome, 'refused', bad.slice(0, 40));
  // Bitcoin and Litecoin have the same keys here, so only the coin differs.
  const litecoin = await openTestChain(testApp, 'LTC');
  assert.deepEqual(await litecoin.node.broadcast(bytes), {
    outcome: 'refused',
    reason: 'it is a transaction of BTC',
  });
  assert.deepEqual(await waiting(), []);
  assert.equal((await node.broadcast(bytes)).outcome, 'accepted');
});

test("XRP's payouts expire: after their last block they are neither mined nor accepted", async () => {
  const { node, payer, mine, waiting } = await openTestChain(testApp, 'XRP');
  const { height } = await node.tip();
  const plan = { to: unknownSpend('XRP'), amountMinor: 1000n, feeRate: await node.estimateFeeRate(), height };
  const next = 4n;
  const signed = signPayout(payer, plan, { kind: 'sequence', next });
  assert.ok(signed.lastHeight !== null);
  await mine(signed.lastHeight - height);
  const late = await node.broadcast(signed.bytes);
  assert.ok(late.outcome === 'refused');
  assert.match(late.reason, /expired/);
  // Just in time for its last block.
  const timely = signPayout(payer, { ...plan, height: signed.lastHeight - 59 }, { kind: 'sequence', next });
  assert.deepEqual(await node.broadcast(timely.bytes), { outcome: 'accepted' });
  await testApp.sql`update merchant.simulated_transactions set last_height = ${signed.lastHeight} where id = ${timely.transactionId}`;
  assert.deepEqual((await mine()).mined, [], 'it expired while it waited');
  assert.deepEqual(await waiting(), []);
});

test('a chain of unconfirmed payouts is removed together with its first one', async () => {
  const chain = await openTestChain(testApp, 'BCH');
  const { node, payer, mine, reorganise, waiting } = chain;
  const funds = only(await fundsOf('BCH'), 9);
  assert.ok(funds.kind === 'outputs');
  const plan = { to: unknownSpend('BCH'), amountMinor: 1000n, feeRate: await node.estimateFeeRate() };
  const parent = signPayout(payer, plan, funds);
  await node.broadcast(parent.bytes);
  const [seen] = (await node.listUnconfirmed(new Set())).found;
  const change = seen?.outputs[1];
  assert.ok(change);
  const child = signPayout(payer, plan, {
    ...funds,
    outputs: [{ ...change, transactionId: parent.transactionId, branch: 1, addressIndex: 500_000 }],
  });
  assert.deepEqual(await node.broadcast(child.bytes), { outcome: 'accepted' });
  await mine();
  const result = await reorganise(1, [parent.transactionId]);
  assert.deepEqual(result.dropped.toSorted(), [parent.transactionId, child.transactionId].toSorted());
  assert.deepEqual(await waiting(), []);
  assert.equal((await node.broadcast(child.bytes)).outcome, 'refused');
  assert.equal((await node.broadcast(parent.bytes)).outcome, 'accepted');
  assert.equal((await node.broadcast(child.bytes)).outcome, 'accepted');
  // Another party with the keys can replace the first one while both are unconfirmed.
  const thief = await chain.send(unknownSpend('BCH'), 5n, { replaces: parent.transactionId });
  assert.deepEqual(await waiting(), [thief.transactionId]);
});

test('numbers of transactions that a reorganisation dropped can be used again', async () => {
  const { node, payer, mine, reorganise, waiting } = await openTestChain(testApp, 'ETH');
  const plan = { to: unknownSpend('ETH'), amountMinor: 1000n, feeRate: await node.estimateFeeRate() };
  const [first, second] = [5n, 6n].map((next) => signPayout(payer, plan, { kind: 'sequence', next }));
  assert.ok(first && second);
  await mine();
  await node.broadcast(first.bytes);
  await node.broadcast(second.bytes);
  await mine();
  const { dropped } = await reorganise(1, [first.transactionId]);
  assert.deepEqual(dropped.toSorted(), [first.transactionId, second.transactionId].toSorted());
  assert.deepEqual(await waiting(), []);
  assert.equal((await node.broadcast(first.bytes)).outcome, 'accepted');
  assert.equal((await node.broadcast(second.bytes)).outcome, 'accepted');
});

test('a payer throws at once if it gets the wrong kind of funds', () => {
  const payer = createSimulatedPayer('ETH', getSandboxWallet('ETH'));
  const plan = { to: unknownSpend('ETH'), amountMinor: 1n, feeRate: 1n, height: 1 };
  assert.throws(
    () => payer.sign(toPlan(plan), { kind: 'outputs', outputs: [], change: unknownSpend('ETH') }),
    TypeError,
  );
});

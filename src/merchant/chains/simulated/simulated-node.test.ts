import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openTestChain, wholeCoin, type TestChain } from '../../../../test/support/simulated-chain.ts';
import { coinCodes } from '../../assets/asset.rules.ts';

const settings = { SIMULATED_BLOCK_SECONDS: '0' };
let database: TestDatabase;
let testApp: TestApp;

before(async () => {
  database = await createTestDatabase();
  testApp = await openMerchantApp({ settings, database });
});
after(async () => {
  await testApp.close();
  await database.drop();
});

const customer = (chain: TestChain, index = 7) => chain.chain.addresses.derive(0, index);

test('every chain begins with an empty block and one with the endowment of a watched wallet', async () => {
  for (const coin of coinCodes) {
    const { chain, node } = await openTestChain(testApp, coin);
    assert.equal(chain.firstHeight, 0);
    assert.deepEqual((await node.tip()).height, 1);
    const [empty, endowment] = [await node.findBlock(0), await node.findBlock(1)];
    assert.deepEqual(empty?.transactions, []);
    assert.equal(endowment?.parentHash, empty?.hash);
    const outputs = endowment?.transactions[0]?.outputs ?? [];
    assert.ok(outputs.reduce((sum, output) => sum + output.amountMinor, 0n) >= 1000n * wholeCoin(coin));
    const [row] = await testApp.sql<{ purpose: string }[]>`
      select purpose from merchant.chain_addresses where coin = ${coin} and destination = ${outputs[0]?.destination}`;
    assert.equal(row?.purpose, 'funds');
    assert.equal(await node.findBlock(2), undefined);
  }
});

test('sent coins are unconfirmed, then in the next block with amount and destination', async () => {
  for (const coin of coinCodes) {
    const chain = await openTestChain(testApp, coin);
    const to = customer(chain);
    const amountMinor = wholeCoin(coin) / 3n;
    const { transactionId } = await chain.send(to, amountMinor);
    const unconfirmed = await chain.node.listUnconfirmed(new Set());
    assert.deepEqual(unconfirmed.ids, [transactionId]);
    assert.deepEqual(unconfirmed.found[0]?.outputs, [{ index: 0, destination: to.destination, amountMinor }]);
    assert.equal(unconfirmed.found[0]?.spends.length, 1);
    assert.ok(Math.abs((unconfirmed.found[0]?.seenAtMs ?? 0) - testApp.clock.nowMs()) < 60_000);
    assert.deepEqual(await chain.node.listUnconfirmed(new Set([transactionId])), {
      ids: [transactionId],
      found: [],
      more: false,
    });
    assert.deepEqual(await chain.node.listUnconfirmed(new Set(), 0), {
      ids: [transactionId],
      found: [],
      more: true,
    });

    const mined = await chain.mine(3);
    assert.deepEqual(mined.mined, [transactionId]);
    assert.deepEqual(await chain.node.tip(), { height: mined.height, hash: mined.hash });
    const block = await chain.node.findBlock(mined.height - 2);
    assert.deepEqual(
      block?.transactions.map(({ id, outputs }) => ({ id, outputs })),
      [{ id: transactionId, outputs: [{ index: 0, destination: to.destination, amountMinor }] }],
    );
    assert.deepEqual(await chain.waiting(), []);
    const newest = await chain.node.findBlock(mined.height);
    assert.equal(newest?.parentHash, (await chain.node.findBlock(mined.height - 1))?.hash);
  }
});

test('an unconfirmed transaction is replaced only for a higher fee', async () => {
  const chain = await openTestChain(testApp, 'BTC');
  const first = await chain.send(customer(chain), 1000n, { feeMinor: 5000n });
  // Relaying its 110 bytes costs 110 more.
  for (const feeMinor of [200n, 5000n, 5109n]) {
    await assert.rejects(chain.send(customer(chain, 8), 900n, { replaces: first.transactionId, feeMinor }), {
      errors: [
        {
          field: 'fee',
          code: 'refused',
          message: `is refused: it would replace ${first.transactionId}, which needs a fee of 0.00005110`,
        },
      ],
    });
  }
  assert.deepEqual(await chain.waiting(), [first.transactionId]);
  const [before] = (await chain.node.listUnconfirmed(new Set())).found;
  const second = await chain.send(customer(chain, 8), 900n, {
    replaces: first.transactionId,
    feeMinor: 5110n,
  });
  assert.deepEqual(await chain.waiting(), [second.transactionId]);
  const [replacement] = (await chain.node.listUnconfirmed(new Set())).found;
  assert.deepEqual(replacement?.spends, before?.spends);
  await chain.mine();
  await assert.rejects(chain.send(customer(chain), 1n, { replaces: second.transactionId }), (error) => {
    return (error as { errors: { code: string }[] }).errors[0]?.code === 'mined';
  });
  await assert.rejects(chain.send(customer(chain), 1n, { replaces: first.transactionId }), (error) => {
    return (error as { errors: { code: string }[] }).errors[0]?.code === 'unknown';
  });
});

test('refuses a fee that no node would relay', async () => {
  const chain = await openTestChain(testApp, 'LTC');
  await assert.rejects(chain.send(customer(chain), 1000n, { feeMinor: 1n }), /minimum that nodes relay/);
  assert.deepEqual(await chain.waiting(), []);
});

test('a reorganisation makes all transactions except the dropped ones unconfirmed, on a branch one block longer', async () => {
  const chain = await openTestChain(testApp, 'BCH');
  const kept = await chain.send(customer(chain, 1), 1000n);
  const common = await chain.mine();
  const returning = await chain.send(customer(chain, 2), 2000n);
  const old = await chain.mine();
  const dropped = await chain.send(customer(chain, 3), 3000n);
  const tip = await chain.mine();

  const result = await chain.reorganise(2, [dropped.transactionId]);
  assert.deepEqual([result.returned, result.dropped], [[returning.transactionId], [dropped.transactionId]]);
  assert.equal(result.height, tip.height + 1);
  assert.deepEqual(await chain.node.tip(), { height: result.height, hash: result.hash });
  assert.equal((await chain.node.findBlock(common.height))?.hash, common.hash);
  assert.deepEqual(
    (await chain.node.findBlock(common.height))?.transactions.map(({ id }) => id),
    [kept.transactionId],
  );
  const replaced = await chain.node.findBlock(old.height);
  assert.notEqual(replaced?.hash, old.hash);
  assert.equal(replaced?.parentHash, common.hash);
  assert.deepEqual(await chain.waiting(), [returning.transactionId]);
  assert.deepEqual((await chain.mine()).mined, [returning.transactionId]);
});

test('an impossible reorganisation changes nothing', async () => {
  const chain = await openTestChain(testApp, 'LTC');
  const { transactionId } = await chain.send(customer(chain), 1000n);
  await chain.mine();
  const tip = await chain.node.tip();
  const faultOf = async (depth: number, drop: string[] = []) => {
    const error = await chain.reorganise(depth, drop).then(
      () => undefined,
      (thrown: unknown) => thrown as { errors: { field: string; code: string }[] },
    );
    return error?.errors.map(({ field, code }) => [field, code]);
  };
  assert.deepEqual(await faultOf(tip.height), [['depth', 'too_large']]);
  assert.deepEqual(await faultOf(1, [transactionId, 'f'.repeat(64)]), [['drop.1', 'unknown']]);
  assert.deepEqual(await chain.node.tip(), tip);
  assert.deepEqual(await chain.waiting(), []);
});

test('two processes share one chain, and unconfirmed transactions remain after both have ended', async () => {
  const one = await openTestChain(testApp, 'XRP');
  const sent = await one.send(customer(one), 1_000_000n);
  const otherApp = await openMerchantApp({ settings, database });
  try {
    const other = await openTestChain(otherApp, 'XRP');
    assert.deepEqual(await other.waiting(), [sent.transactionId]);
    const second = await other.send(customer(other), 2_000_000n);
    const mined = await one.mine();
    assert.deepEqual(mined.mined.toSorted(), [sent.transactionId, second.transactionId].toSorted());
    assert.deepEqual(await other.node.tip(), await one.node.tip());
    await other.send(customer(other), 3_000_000n);
  } finally {
    await otherApp.close();
  }
  await testApp.close();
  testApp = await openMerchantApp({ settings, database });
  assert.equal((await (await openTestChain(testApp, 'XRP')).waiting()).length, 1);
});

test('processes that open a chain at the same time create it once', async () => {
  const fresh = await createTestDatabase();
  const apps = await Promise.all([1, 2, 3].map(() => openMerchantApp({ settings, database: fresh })));
  try {
    const chains = await Promise.all(apps.map((app) => openTestChain(app, 'BTC')));
    const hashes = await Promise.all(chains.map(async ({ node }) => (await node.findBlock(1))?.hash));
    assert.equal(new Set(hashes).size, 1);
    const [row] = await apps[0]!.sql<{ count: bigint }[]>`
      select count(*) from merchant.chain_addresses where coin = 'BTC' and purpose = 'funds'`;
    assert.equal(row?.count, 1n);
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await fresh.drop();
  }
});

test('blocks requested at the same time follow each other', async () => {
  const chain = await openTestChain(testApp, 'ETH');
  const before = await chain.node.tip();
  await Promise.all(Array.from({ length: 8 }, () => chain.mine(2)));
  const tip = await chain.node.tip();
  assert.equal(tip.height, before.height + 16);
  let { hash } = before;
  for (let height = before.height + 1; height <= tip.height; height++) {
    const block = await chain.node.findBlock(height);
    assert.equal(block?.parentHash, hash);
    hash = block?.hash ?? '';
  }
  assert.equal(hash, tip.hash);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { merchantClient } from '../../../test/support/merchant.ts';
import { until as untilWithin } from '../../../test/support/process.ts';
import { CommandError } from '../../platform/command.ts';

/** Generous, because other tests may keep the machine busy. */
const until = (condition: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(condition, what, 60_000);

let testApp: TestApp;

before(async () => {
  testApp = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
});
after(() => testApp.close());

const run = (name: string, ...positionals: string[]): Promise<string[]> =>
  runCommand(testApp, name, positionals);

async function tradingBalance(asset: string): Promise<bigint> {
  const [row] = await testApp.sql<{ balance: bigint }[]>`
    select coalesce(sum(balance), 0)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = 'provider:trading' and asset = ${asset}`;
  return row?.balance ?? 0n;
}

test('commands report a chain that was never read', async () => {
  assert.deepEqual(await run('chain list'), ['No chain was read yet.']);
  assert.deepEqual(await run('chain unassigned'), ['There are no unassigned coins.']);
});

test('chain list shows every chain and its reader', async () => {
  await testApp.start();
  await until(async () => (await run('chain list')).length === 5, 'five chains');
  await until(
    async () => (await run('chain list')).every((line) => line.includes('height 1')),
    'their first blocks',
  );
  const lines = await run('chain list');
  assert.match(lines.join('\n'), /^BTC {2}simulated {2}height 1 {2}read \d+ s ago {2}reader session \d+/m);
  assert.equal(lines.filter((line) => line.includes('reader session')).length, 5);
});

test('coins sent to a fresh funding address are credited to the provider', async () => {
  const client = await merchantClient(testApp);
  const [address, nothing] = await run('chain address', 'btc');
  assert.equal(nothing, undefined);
  assert.notDeepEqual(await run('chain address', 'BTC'), [address]);
  // The wallet's initial endowment arrives first.
  await until(async () => (await tradingBalance('BTC')) !== 0n, 'the endowment');
  const before = await tradingBalance('BTC');
  const sent = await client.post('/sandbox/chains/BTC/send', { address, cryptocurrency_amount: '0.5' });
  assert.equal(sent.statusCode, 200, sent.body);
  assert.equal((await client.post('/sandbox/chains/BTC/mine', { blocks: 1 })).statusCode, 200);
  await until(async () => (await tradingBalance('BTC')) - before === 50_000_000n, 'the coins');
});

test('XRP with an unassigned tag is stored without an owner and listed', async () => {
  const client = await merchantClient(testApp);
  const [address = '', tag = ''] = await run('chain address', 'XRP');
  assert.match(tag, /^destination tag \d+$/);
  const sent = await client.post('/sandbox/chains/XRP/send', {
    address,
    destination_tag: '4000000',
    cryptocurrency_amount: '12.5',
  });
  assert.equal(sent.statusCode, 200, sent.body);
  await until(
    async () => (await run('chain unassigned'))[0]?.includes('unconfirmed') === true,
    'its arrival',
  );
  await client.post('/sandbox/chains/XRP/mine', { blocks: 1 });
  await until(async () => (await run('chain unassigned'))[0]?.includes('in a block') === true, 'its block');
  const [line = '', ...more] = await run('chain unassigned');
  assert.deepEqual(more, []);
  assert.match(line, /12\.500000 XRP {2}to \S*4000000/);
});

for (const [name, code] of [
  ['no coin', undefined],
  ['an unknown coin', 'DOGE'],
  ['a fiat currency', 'EUR'],
] as const) {
  test(`explains why an address of ${name} is refused`, async () => {
    await assert.rejects(run('chain address', ...(code === undefined ? [] : [code])), (error: unknown) => {
      assert.ok(error instanceof CommandError);
      assert.match(error.message, /BTC, BCH, LTC, ETH, XRP/);
      return true;
    });
  });
}

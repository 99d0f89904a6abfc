import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test, type TestContext } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer, listArrivals, mine, newWallet, readAccounts } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { Chain } from '../../chains/chain.ts';
import { listChains } from '../../chains/offered-chains.ts';
import { listSpendable } from '../../chains/outgoing/list-spendable.ts';
import { keepCeiling } from './keep-ceiling.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());
beforeEach(() => drive('BTC'));
afterEach(() => driven.close());

async function drive(coin: CoinCode): Promise<void> {
  driven = await openStepwiseChain(here, { coin });
  await driven.read();
}

async function payOut(coin: CoinCode = 'BTC'): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, coin, 40);
  await driven.read();
}

async function propose(coin: CoinCode, amount: string, cold: string): Promise<string> {
  const [line = ''] = await runCommand(here, 'wallet ceiling', [coin, amount], {
    cold,
    by: 'ana@commands.test',
  });
  return line.replace('Proposed: ', '');
}

const inWallet = async (coin: CoinCode): Promise<bigint> =>
  -((await readAccounts(here.sql)).get(`provider:chain ${coin}`) ?? 0n);
const keep = () => keepCeiling(driven.context, driven.chain);

test('a ceiling has no effect until a second person approves it and its address', async () => {
  const cold = newWallet('BTC');
  const id = await propose('BTC', '0.00000001', cold);
  assert.equal(await keep(), undefined);
  await assert.rejects(
    runCommand(here, 'wallet approve', [id], { by: ' ANA@commands.test' }),
    /another person/,
  );
  await runCommand(here, 'wallet reject', [id], { by: 'bea@commands.test' });
  await assert.rejects(runCommand(here, 'wallet approve', [id], { by: 'carla@commands.test' }), /decided/);
  assert.equal(await keep(), undefined);
  await assert.rejects(propose('BTC', '1', 'not an address'), /address/);
});

for (const coin of ['BTC', 'ETH'] as const) {
  test(`${coin} above the ceiling is sent to the cold address once, except the amount that payouts need`, async () => {
    await driven.close();
    await drive(coin);
    const cold = newWallet(coin);
    const before = await inWallet(coin);
    const ceiling = before / 2n;
    const id = await propose(coin, formatAsset(coin, ceiling), cold);
    await runCommand(here, 'wallet approve', [id], { by: 'bea@commands.test' });
    // This payout waits for a second person, and its coins stay in the wallet.
    await runCommand(here, 'psp limits', ['1', coin], { approval: '0' });
    const quote = await client.post('/conversions', {
      currency_pair: `${coin}EUR`,
      transaction_type: 'WITHDRAW',
      cryptocurrency_amount: '0.01',
    });
    const asked = await client.post('/withdrawals', {
      withdrawalData: {
        conversion_token: quote.json().conversion_token,
        customer_wallet_address: newWallet(coin),
        customer_details: customer,
      },
    });
    assert.equal(asked.json().order_hold, 'approval', asked.body);
    await runCommand(here, 'payout freeze', [], { coin, by: 'ana@commands.test', reason: 'a test' });
    assert.equal(await keep(), undefined, 'frozen');
    await runCommand(here, 'payout thaw', [], { coin, by: 'ana@commands.test', reason: 'a test' });
    const [one, two] = await Promise.all([keep(), keep()]);
    assert.equal([one, two].filter((moved) => moved !== undefined).length, 1, 'two at once move it once');
    assert.equal(await keep(), undefined, 'one at a time');
    await payOut(coin);
    const [arrival] = await listArrivals(here.sql, coin, cold);
    assert.ok(arrival?.mined);
    const left = await inWallet(coin);
    const reserved = (await readAccounts(here.sql)).get(`provider:payouts ${coin}`) ?? 0n;
    assert.ok(left >= ceiling + reserved, `${left} of ${ceiling} and ${reserved}`);
    assert.ok(left - ceiling < ceiling / 10n, 'it has left the books of the hot wallet');
    assert.equal((await readAccounts(here.sql)).get(`provider:cold ${coin}`), -arrival.amount);
    assert.equal(await keep(), undefined, 'not again for dust');
    await runCommand(here, 'psp limits', ['1', coin], { none: true });
  });
}

async function liftCeiling(coin: CoinCode): Promise<void> {
  const [none = ''] = await runCommand(here, 'wallet ceiling', [coin], {
    none: true,
    by: 'ana@commands.test',
  });
  await runCommand(here, 'wallet approve', [none.replace('Proposed: ', '')], { by: 'bea@commands.test' });
}

/** Sets an approved ceiling until the end of the test. */
async function setCeiling(t: TestContext, coin: CoinCode, amountMinor: bigint): Promise<void> {
  const id = await propose(coin, formatAsset(coin, amountMinor), newWallet(coin));
  await runCommand(here, 'wallet approve', [id], { by: 'bea@commands.test' });
  t.after(() => liftCeiling(coin));
}

async function storedTransfer(id: string | undefined): Promise<{ amount: bigint; status: string }> {
  assert.ok(id, 'coins are moved');
  const [row] = await here.sql<{ amount: bigint; status: string }[]>`
    select amount, status from merchant.payouts where id = ${id}`;
  assert.ok(row);
  return row;
}

test('ether that is not collected yet is not moved to cold storage, because the transfer could not be signed', async (t) => {
  await driven.close();
  await drive('ETH');
  const { chain } = driven;
  const account = await chain.node.readAccount?.();
  assert.ok(account);
  const booked = await inWallet('ETH');
  // A tenth of the booked coins is at customers' addresses.
  const spendableMinor = booked - booked / 10n;
  const scattered: Chain = {
    ...chain,
    node: { ...chain.node, readAccount: async () => ({ ...account, spendableMinor }) },
  };
  const ceiling = booked / 2n;
  await setCeiling(t, 'ETH', ceiling);
  const moved = await keepCeiling(driven.context, scattered);
  const { amount } = await storedTransfer(moved);
  assert.ok(amount <= spendableMinor - ceiling && amount > booked / 4n, `${amount} of ${booked}`);
  await driven.sign(scattered);
  assert.equal((await storedTransfer(moved)).status, 'SIGNED');
  await payOut('ETH');
});

test('a wallet with many outputs is moved in several transactions, one after the other', async (t) => {
  const { chain } = driven;
  assert.ok(chain.payer);
  const outputs = await here.sql.begin((tx) => listSpendable(tx, 'BTC', chain.payer));
  const [largest] = outputs;
  assert.ok(largest && outputs.length > 1);
  const narrow: Chain = { ...chain, payer: { ...chain.payer, mostInputs: 1 } };
  const total = outputs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  // One transaction can move less than the ceiling.
  const ceiling = 2n * largest.amountMinor;
  assert.ok(total > 2n * ceiling, `${total}`);
  await setCeiling(t, 'BTC', ceiling);
  const { amount } = await storedTransfer(await keepCeiling(driven.context, narrow));
  assert.ok(amount < largest.amountMinor && amount > largest.amountMinor / 2n, `${amount}`);
  await payOut();
  const rest = await keepCeiling(driven.context, narrow);
  await storedTransfer(rest);
  await runCommand(here, 'payout cancel', [rest ?? '']);
});

test('coins at addresses of a missing former key do not count towards the ceiling', async (t) => {
  const { chain } = driven;
  assert.ok(chain.payer);
  await setCeiling(t, 'BTC', 1n);
  const locked: Chain = { ...chain, payer: { ...chain.payer, lacks: new Set([0]) } };
  assert.equal(await keepCeiling(driven.context, locked), undefined);
  const moved = await keepCeiling(driven.context, chain);
  await storedTransfer(moved);
  await runCommand(here, 'payout cancel', [moved ?? '']);
});

test('a cold address that accepts nothing is refused, and one that stops accepting receives no further transfer', async () => {
  await driven.close();
  await drive('XRP');
  await assert.rejects(propose('XRP', '1', 'rGvdqXNwMbSwRiubF4PhhVqzhkiaTDPgU'), /does not take/);
  await assert.rejects(propose('XRP', '1', 'rBcktgVfNjHmxNAQDEE66ztz4qZkdngdm'), /tag is needed/);
  const ceiling = formatAsset('XRP', (await inWallet('XRP')) / 2n);
  const id = await propose('XRP', ceiling, 'raJ1Aqkhf19P7cyUc33MMVAzgvHPvtNFC');
  await runCommand(here, 'wallet approve', [id], { by: 'bea@commands.test' });
  const { chain } = driven;
  const refusing = {
    ...chain,
    node: { ...chain.node, describeRecipient: async () => ({ refusesAll: true }) },
  };
  const context = { ...driven.context, chains: listChains([refusing]) };
  assert.equal(await keepCeiling(context, refusing), undefined);
  assert.ok(here.log.some((line) => line.includes('coins stay in the wallet')));
  assert.ok(await keep(), 'it makes the account with more than its reserve');
  await payOut('XRP');
  await liftCeiling('XRP');
});

test('the gas for a contract as the cold address is reserved with the transfer', async () => {
  await driven.close();
  await drive('ETH');
  const ceiling = formatAsset('ETH', (await inWallet('ETH')) / 2n);
  const id = await propose('ETH', ceiling, '0x0505050505050505050505050505050505050505');
  await runCommand(here, 'wallet approve', [id], { by: 'bea@commands.test' });
  const moved = await keep();
  assert.ok(moved);
  await payOut('ETH');
  const [row] = await here.sql<{ status: string; weight: bigint; fee: bigint }[]>`
    select status, reserved_weight as weight, fee from merchant.payouts where id = ${moved}`;
  assert.deepEqual(row, { status: 'COMPLETED', weight: 400_000n, fee: 400_000n * 2_000_000_000n });
  await liftCeiling('ETH');
});

test('a cancelled transfer to the cold wallet leaves the ledger unchanged', async () => {
  const before = await readAccounts(here.sql);
  const id = await propose('BTC', formatAsset('BTC', (await inWallet('BTC')) / 4n), newWallet('BTC'));
  await runCommand(here, 'wallet approve', [id], { by: 'bea@commands.test' });
  const payout = await keep();
  assert.ok(payout);
  await runCommand(here, 'payout cancel', [payout]);
  for (const [account, balance] of await readAccounts(here.sql)) {
    assert.equal(balance, before.get(account) ?? 0n, account);
  }
  assert.match((await runCommand(here, 'wallet list')).join('\n'), new RegExp(`${id}  BTC  active`));
  await liftCeiling('BTC');
  assert.equal(await keep(), undefined);
});

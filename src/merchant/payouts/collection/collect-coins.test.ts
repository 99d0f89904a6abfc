import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { customer, mine, readAccounts, reorganise, sendCoins } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import { askToWithdraw, demandFeeRate, storedPayout } from '../../../../test/support/withdrawals.ts';
import type { Chain } from '../../chains/chain.ts';
import { simulatedCoins } from '../../chains/simulated/simulated-coin.rules.ts';
import { collectCoins, collectedOf, worthCollecting } from './collect-coins.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

/** The sandbox's ether stays at customers' addresses, as on the real network. */
let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
});
after(async () => {
  await driven.close();
  await here.close();
});

const collect = () => collectCoins(driven.context, driven.chain);

async function deposit(amount: string, reference: string, blocks = 40): Promise<string> {
  const answer = await client.post('/deposit/address/ETH', {
    customer_details: { ...customer, customer_reference_id: reference },
  });
  const { customer_deposit_wallet_address: address = '' } = answer.json() as Record<string, string>;
  await sendCoins(client, 'ETH', { address, amount });
  await mine(client, 'ETH', blocks);
  await driven.read();
  return address;
}

async function payOut(blocks = 40): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, 'ETH', blocks);
  await driven.read();
}

async function statuses(): Promise<string[]> {
  const rows = await here.sql<{ status: string }[]>`
    select status from merchant.payouts where kind = 'collection' order by id`;
  return rows.map((row) => row.status);
}

test("collects balances that are worth the fee into the paying account, at the provider's cost", async () => {
  await deposit('0.5', 'one');
  await deposit('0.0001', 'two');
  const before = await readAccounts(here.sql);
  assert.equal(await collect(), 1);
  assert.equal(await collect(), 0, 'it is on its way');
  await payOut();
  assert.deepEqual(await statuses(), ['COMPLETED']);
  await assertBooksFitChain(here.sql, 'ETH');
  const after = await readAccounts(here.sql);
  const fee = 21_000n * simulatedCoins.ETH.feeRate;
  assert.equal((before.get('provider:fees ETH') ?? 0n) - (after.get('provider:fees ETH') ?? 0n), fee);
  assert.equal((after.get('provider:chain ETH') ?? 0n) - (before.get('provider:chain ETH') ?? 0n), fee);
  assert.equal(await collect(), 0, 'what it left is not worth it');
});

test('hundreds of dust payments do not block a collectable balance at the same address', async () => {
  const address = await deposit('0.5', 'dusty');
  const [own] = await here.sql<{ destination: string }[]>`
    select destination from merchant.chain_addresses where address = ${address}`;
  const destination = own?.destination ?? assert.fail('it is known');
  for (let index = 0; index < 201; index++) {
    const dust = {
      coin: 'ETH',
      transaction_id: `0x${String(index).padStart(64, '0')}`,
      destination,
      amount: 1n,
    };
    await insertOutput(here.sql, dust, here.clock.now(), { credited: true, purpose: 'deposit' });
  }
  assert.equal(await collect(), 1);
  await driven.sign();
  assert.equal((await statuses()).at(-1), 'SIGNED');
  await payOut();
  await here.sql`delete from merchant.chain_outputs where destination = ${destination} and amount = 1`;
  assert.equal((await statuses()).at(-1), 'COMPLETED');
  await assertBooksFitChain(here.sql, 'ETH');
});

test('collects nothing while payouts are frozen', async () => {
  await deposit('0.5', 'three');
  await runCommand(here, 'payout freeze', [], { coin: 'ETH', by: 'ana@commands.test', reason: 'a test' });
  assert.equal(await collect(), 0);
  await runCommand(here, 'payout thaw', [], { coin: 'ETH', by: 'ana@commands.test', reason: 'a test' });
  assert.equal(await collect(), 1);
  await payOut();
  assert.equal((await statuses()).at(-1), 'COMPLETED');
});

test('an unmined collection is replaced with a higher fee from the amount left for it', async () => {
  await deposit('0.5', 'four');
  assert.equal(await collect(), 1);
  await driven.sign();
  await demandFeeRate(client, 'ETH', Number(simulatedCoins.ETH.feeRate) + 1);
  await driven.send();
  await mine(client, 'ETH', 15);
  await driven.read();
  await driven.raise();
  await here.sql`update merchant.payout_batches set due_at = ${here.clock.now()} where due_at is not null`;
  await driven.send();
  await mine(client, 'ETH', 40);
  await driven.read();
  await demandFeeRate(client, 'ETH', 0);
  const [row] = await here.sql<{ status: string; generation: number }[]>`
    select p.status, b.generation from merchant.payouts p join merchant.payout_batches b on b.id = p.batch_id
    where p.kind = 'collection' order by p.id desc limit 1`;
  assert.deepEqual([row?.status, row?.generation], ['COMPLETED', 1]);
  await assertBooksFitChain(here.sql, 'ETH');
});

test('a withdrawal that waits for coins does not block the collections that bring them', async () => {
  await deposit('0.5', 'five');
  const waiting = await askToWithdraw(client, 'ETH', '0.1');
  assert.equal(await collect(), 1);
  const { chain } = driven;
  const readAccount: Chain['node']['readAccount'] = async (of) => {
    const account = await chain.node.readAccount?.(of);
    assert.ok(account);
    return of ? account : { ...account, spendableMinor: 0n };
  };
  await driven.sign({ ...chain, node: { ...chain.node, readAccount } });
  assert.equal((await storedPayout(here.sql, waiting)).status, 'RESERVED');
  assert.equal((await statuses()).at(-1), 'SIGNED');
  await payOut();
  assert.equal((await storedPayout(here.sql, waiting)).status, 'COMPLETED');
  await assertBooksFitChain(here.sql, 'ETH');
});

test('a collection that cannot pay a raised fee blocks no withdrawal', async () => {
  await deposit('0.05', 'six');
  assert.equal(await collect(), 1);
  const waiting = await askToWithdraw(client, 'ETH', '0.1');
  await demandFeeRate(client, 'ETH', Number(simulatedCoins.ETH.feeRate) * 4);
  // The node's rate is cached for 30 seconds, so a new driver is used.
  const fresh = await openStepwiseChain(here, { coin: 'ETH' });
  await fresh.read();
  await fresh.close();
  await driven.sign();
  assert.equal((await statuses()).at(-1), 'RESERVED');
  assert.equal((await storedPayout(here.sql, waiting)).status, 'SIGNED');
  await demandFeeRate(client, 'ETH', 0);
});

test('two payments to one address are both counted again after a reorganisation that removes and restores them in one step', async () => {
  for (const amount of ['0.5', '0.4']) {
    await deposit(amount, 'seven', 20);
    assert.equal(await collect(), 1);
    await payOut(20);
  }
  const spent = async () =>
    here.sql`
      select o.output_index, o.destination, o.amount, o.spent_by from merchant.chain_outputs o
      join merchant.chain_sent t on t.transaction_id = o.transaction_id order by o.transaction_id, o.output_index`;
  const before = await spent();
  assert.ok(
    before.some((row) => row['output_index'] === 1 && row['spent_by'] !== null),
    'one spends what the other left',
  );
  await reorganise(client, 'ETH', 70);
  await mine(client, 'ETH', 40);
  await driven.read();
  assert.deepEqual(await spent(), before);
  assert.deepEqual((await statuses()).slice(-2), ['COMPLETED', 'COMPLETED']);
  await assertBooksFitChain(here.sql, 'ETH');
});

/** Returns a chain whose node lags by one transaction of each address. */
function behind({ chain }: StepwiseChain): Chain {
  const readAccount: Chain['node']['readAccount'] = async (of) => {
    const account = await chain.node.readAccount?.(of);
    assert.ok(account);
    return of ? { ...account, nextNumber: account.nextNumber - 1n } : account;
  };
  return { ...chain, node: { ...chain.node, readAccount } };
}

test('with a lagging node, the number of an address is not used twice: its balance waits for the next run', async () => {
  await deposit('0.5', 'eight');
  await collect();
  await payOut();
  const before = await statuses();
  await deposit('0.4', 'eight');
  assert.equal(await collectCoins(driven.context, behind(driven)), 0);
  assert.equal(await collect(), 1);
  await payOut();
  assert.deepEqual(await statuses(), [...before, 'COMPLETED']);
  await assertBooksFitChain(here.sql, 'ETH');
});

test('a collection with a used nonce is reported for cancellation and does not delay other payouts', async () => {
  await deposit('0.5', 'nine');
  await collect();
  await payOut();
  await deposit('0.4', 'nine');
  assert.equal(await collect(), 1);
  const [wrong] = await here.sql<{ id: string }[]>`
    update merchant.payouts set source_number = source_number - 1
    where kind = 'collection' and status = 'RESERVED' returning id`;
  assert.ok(wrong);
  const waiting = await askToWithdraw(client, 'ETH', '0.1');
  await driven.sign();
  const [row] = await here.sql<
    { trouble: string }[]
  >`select trouble from merchant.payouts where id = ${wrong.id}`;
  assert.match(
    sayStored('en', row?.trouble ?? ''),
    /its number was given to another payout meanwhile; cancel it/,
  );
  assert.equal((await storedPayout(here.sql, waiting)).status, 'SIGNED');
  await runCommand(here, 'payout cancel', [wrong.id]);
  assert.equal(await collect(), 1);
  await payOut();
  assert.deepEqual((await statuses()).slice(-2), ['FAILED', 'COMPLETED']);
  await assertBooksFitChain(here.sql, 'ETH');
});

test('the fee is at most the given percentage, and part of the balance is kept to raise it', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 20n),
      fc.bigInt(1n, 10n ** 16n),
      fc.integer({ min: 1, max: 50 }),
      (balance, fee, percent) => {
        const amount = collectedOf(balance, fee, percent);
        if (amount === undefined) return balance < worthCollecting(fee, percent) || balance <= 2n * fee;
        assert.equal(balance - amount, 2n * fee);
        return fee * 100n <= balance * BigInt(percent);
      },
    ),
  );
});

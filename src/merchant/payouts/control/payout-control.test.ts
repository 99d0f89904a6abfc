import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { listArrivals, mine, readAccounts, readOrder } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import {
  openStepwiseChain,
  owners,
  withBroadcast,
  type StepwiseChain,
} from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { askToWithdraw } from '../../../../test/support/withdrawals.ts';
import { CommandError } from '../../../platform/command.ts';
import { freezePayouts } from '../../chains/freezes/freeze-payouts.ts';
import { decidePayout } from './decide-payout.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  await client.post('/webhooks', { url: 'http://127.0.0.1:9/hooks' });
});
after(() => here.close());
beforeEach(async () => {
  driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  await runCommand(here, 'psp limits', ['1', 'BTC'], { approval: '0.004' });
});
afterEach(async () => {
  await runCommand(here, 'payout thaw', [], { by: 'ana@commands.test', reason: 'end of test' });
  await payOut();
  await driven.close();
});

interface Asked {
  id: string;
  payoutId: string;
  wallet: string;
}

async function withdraw(amount: string): Promise<Asked> {
  const { id, wallet } = await askToWithdraw(client, 'BTC', amount);
  const [row] = await here.sql<{ id: string }[]>`select id from merchant.payouts where order_id = ${id}`;
  assert.ok(row);
  return { id, payoutId: row.id, wallet };
}

async function payOut(): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, 'BTC', 6);
  await driven.read();
}

const stateOf = async ({ id }: Asked) => {
  const order = await readOrder(client, id);
  return [order.order_status, order.order_hold];
};
const told = async ({ id }: Asked) =>
  (
    await here.sql<{ status: string }[]>`
      select event->>'order_status' as status from merchant.webhook_deliveries where order_id = ${id} order by id`
  ).map((row) => row.status);

test('above the approval amount, a payout waits for a second person with its money reserved', async () => {
  const before = await readAccounts(here.sql);
  const asked = await withdraw('0.005');
  assert.deepEqual(await stateOf(asked), ['CREATED', 'approval']);
  assert.ok(((await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n) < (before.get('psp:1 EUR') ?? 0n));
  await payOut();
  assert.deepEqual(await stateOf(asked), ['CREATED', 'approval']);
  assert.match((await runCommand(here, 'payout list')).join('\n'), /waits for approval/);
  await runCommand(here, 'payout approve', [asked.payoutId], { by: 'bea@commands.test' });
  assert.deepEqual(await stateOf(asked), ['PROCESSING', null]);
  await runCommand(here, 'payout approve', [asked.payoutId], { by: 'bea@commands.test' });
  await payOut();
  assert.deepEqual(await stateOf(asked), ['COMPLETED', null]);
  assert.equal((await listArrivals(here.sql, 'BTC', asked.wallet)).length, 1);
  assert.deepEqual(await told(asked), ['CREATED', 'PROCESSING', 'COMPLETED']);
  await assert.rejects(
    runCommand(here, 'payout reject', [asked.payoutId], { by: 'bea@commands.test' }),
    CommandError,
  );
});

test('the person behind the credential that asked for a payout can neither approve nor reject it', async () => {
  const asked = await withdraw('0.005');
  await here.sql`
    update merchant.credentials set holders = '{staff:ana@commands.test}' where client_id = 'sandbox-psp'`;
  for (const by of ['ana@commands.test', ' Ana@Commands.test ']) {
    for (const name of ['payout approve', 'payout reject']) {
      await assert.rejects(runCommand(here, name, [asked.payoutId], { by }), /another person/);
    }
  }
  assert.deepEqual(await stateOf(asked), ['CREATED', 'approval']);
  await runCommand(here, 'payout reject', [asked.payoutId], { by: 'bea@commands.test' });
});

test('a rejection gives back the amount and the reserved fee, and can be repeated', async () => {
  const before = await readAccounts(here.sql);
  const asked = await withdraw('0.005');
  await runCommand(here, 'payout reject', [asked.payoutId], { by: 'bea@commands.test', reason: 'not known' });
  await runCommand(here, 'payout reject', [asked.payoutId], { by: 'carla@commands.test' });
  assert.deepEqual(await stateOf(asked), ['FAILED', null]);
  assert.equal((await readOrder(client, asked.id)).network_fee, '0.00');
  for (const [account, balance] of await readAccounts(here.sql)) {
    assert.equal(balance, before.get(account) ?? 0n, account);
  }
  assert.deepEqual(await told(asked), ['CREATED', 'FAILED']);
  const log = await runCommand(here, 'payout log', [asked.payoutId]);
  assert.equal(log.length, 1, 'decided once');
  assert.match(log[0] ?? '', /reject .* by staff:bea@commands.test: not known/);
});

test('one of several simultaneous decisions wins and determines the payout', async () => {
  for (let round = 0; round < 5; round++) {
    const asked = await withdraw('0.005');
    const decide = (decision: 'approve' | 'reject', by: string) =>
      decidePayout(here.platform, owners, { payoutId: asked.payoutId, decision, by, reason: null });
    const outcomes = await Promise.all([
      decide('approve', 'bea@commands.test'),
      decide('reject', 'carla@commands.test'),
      decide('approve', 'dora@commands.test'),
      decide('reject', 'eva@commands.test'),
    ]);
    assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 1, outcomes.join());
    const approved = outcomes[0] === 'done' || outcomes[2] === 'done';
    await payOut();
    assert.deepEqual(await stateOf(asked), [approved ? 'COMPLETED' : 'FAILED', null]);
    assert.equal((await listArrivals(here.sql, 'BTC', asked.wallet)).length, approved ? 1 : 0);
  }
});

test('rejects the approval of a cancelled payout', async () => {
  const asked = await withdraw('0.005');
  await runCommand(here, 'payout cancel', [asked.payoutId]);
  await assert.rejects(
    runCommand(here, 'payout approve', [asked.payoutId], { by: 'bea@commands.test' }),
    /does not wait/,
  );
  assert.deepEqual(await stateOf(asked), ['FAILED', null]);
});

test('PostgreSQL refuses to sign payouts that wait, are rejected, or are frozen', async () => {
  const asked = await withdraw('0.005');
  const forge = async () => here.sql`
    update merchant.payouts set status = 'SIGNED', bytes = 'x', transaction_id = ${asked.payoutId}, fee = 0,
      signed_at = now() where id = ${asked.payoutId}`;
  await assert.rejects(forge, /must not be signed/);
  const says = (approval: string) =>
    here.sql`update merchant.payouts set approval = ${approval} where id = ${asked.payoutId}`;
  await says('rejected');
  await assert.rejects(forge, /must not be signed/);
  await says('waiting');
  await runCommand(here, 'payout approve', [asked.payoutId], { by: 'bea@commands.test' });
  await runCommand(here, 'payout freeze', [], { by: 'ana@commands.test', reason: 'thieves' });
  await assert.rejects(forge, /must not be signed/);
});

test('a freeze stops signing and first broadcasts, and payouts already sent are completed', async () => {
  const sent = await withdraw('0.001');
  await driven.sign();
  await driven.send();
  const signed = await withdraw('0.001');
  await driven.sign();
  const waiting = await withdraw('0.001');
  assert.deepEqual(
    await runCommand(here, 'payout freeze', [], { coin: 'BTC', by: 'ana@commands.test', reason: 'thieves' }),
    ['Frozen: BTC.'],
  );
  const chain = withBroadcast(driven.chain, (bytes) => driven.chain.node.broadcast(bytes));
  here.clock.offsetMs += 120_000;
  await driven.sign();
  await driven.send(chain);
  assert.equal(chain.given.length, 1, 'only what the network has seen is sent again');
  assert.match(
    (await runCommand(here, 'payout list')).join('\n'),
    /BTC is frozen since .* by staff:ana@commands.test: thieves/,
  );
  const statuses = await here.sql<{ status: string }[]>`
    select status from merchant.payouts where id = any(${[sent, signed, waiting].map((one) => one.payoutId)}::uuid[])
    order by id`;
  assert.deepEqual(
    statuses.map((row) => row.status),
    ['SIGNED', 'SIGNED', 'RESERVED'],
  );
  const metrics = (await here.app.inject({ method: 'GET', url: '/metrics' })).body;
  assert.match(metrics, /payouts_frozen\{coin="BTC"\} 1/);
  await mine(client, 'BTC', 6);
  await driven.read();
  assert.deepEqual(await stateOf(sent), ['COMPLETED', null]);
  assert.deepEqual(await stateOf(signed), ['PROCESSING', null]);
  await runCommand(here, 'payout thaw', [], { by: 'ana@commands.test', reason: 'all is well' });
  await payOut();
  for (const one of [signed, waiting]) assert.deepEqual(await stateOf(one), ['COMPLETED', null]);
});

test('a freeze waits for a running signing, and no payout is signed after it returns', async () => {
  await withdraw('0.001');
  await withdraw('0.001');
  const count = async () =>
    (
      await here.sql<
        { n: number }[]
      >`select count(*)::int as n from merchant.payouts where transaction_id is not null`
    )[0]?.n;
  for (let round = 0; round < 10; round++) {
    await withdraw('0.001');
    const signing = driven.sign();
    await freezePayouts(here.platform, { coin: undefined, by: 'ana@commands.test', reason: 'a race' });
    const atFreeze = await count();
    await signing;
    await driven.sign();
    assert.equal(await count(), atFreeze);
    await runCommand(here, 'payout thaw', [], { by: 'ana@commands.test', reason: 'again' });
  }
  await payOut();
});

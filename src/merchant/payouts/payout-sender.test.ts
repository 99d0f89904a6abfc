import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from '../../../test/support/commands.ts';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import {
  customer,
  listArrivals,
  mine,
  newWallet,
  readOrder,
  untilOrder,
} from '../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { openStepwiseChain, owners, withBroadcast } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { until } from '../../../test/support/process.ts';
import { isLockAwaited } from '../../../test/support/row-locks.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { listChains } from '../chains/offered-chains.ts';
import { lockState } from '../chains/state/chain-state.store.ts';
import { openPayoutSender } from './payout-sender.ts';
import { payoutCommands } from './payout.commands.ts';
import { sayStored } from '../details/stored-sentence.rules.ts';

let database: TestDatabase;
/** Accepts withdrawals, but its jobs are not started, so it reads no chain and pays nothing. */
let counter: TestApp;
let client: MerchantClient;
const settings = { SIMULATED_BLOCK_SECONDS: '0' };

before(async () => {
  database = await createTestDatabase();
  counter = await openMerchantApp({ database, settings });
  client = await merchantClient(counter);
});
after(async () => {
  await counter.close();
  await database.drop();
});

async function withdraw(coin: CoinCode, amount: string): Promise<{ id: string; wallet: string }> {
  const quote = await client.post('/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  const wallet = newWallet(coin);
  const answer = await client.post('/withdrawals', {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: wallet,
      customer_details: customer,
    },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return { id: answer.json().order_id, wallet };
}

const numbers = async (): Promise<{ number: bigint; order_id: string | null }[]> => [
  ...(await counter.sql<{ number: bigint; order_id: string | null }[]>`
    select n.number, p.order_id from merchant.account_numbers n left join merchant.payouts p on p.id = n.payout_id
    where n.coin = 'XRP' and n.number >= 0 order by n.number`),
];

test('bytes that a node has dropped are sent again at once, before their schedule', async () => {
  const driven = await openStepwiseChain(counter, { coin: 'BTC' });
  await driven.read();
  const { id, wallet } = await withdraw('BTC', '0.01');
  const dueOf = async (): Promise<{ transaction_id: string; due_at: Date | null } | undefined> => {
    const [row] = await counter.sql<{ transaction_id: string; due_at: Date | null }[]>`
      select p.transaction_id, b.due_at from merchant.payouts p join merchant.payout_batches b on b.id = p.batch_id
      where p.order_id = ${id}`;
    return row;
  };
  await driven.sign();
  await driven.send();
  await driven.read();
  const sent = await dueOf();
  assert.ok(sent?.due_at && sent.due_at > counter.clock.now(), 'the node has them');
  await counter.sql`
    delete from merchant.simulated_transactions where coin = 'BTC' and id = ${sent.transaction_id}`;
  await driven.read();
  const chain = withBroadcast(driven.chain, (bytes) => driven.chain.node.broadcast(bytes));
  await driven.send(chain);
  assert.equal(chain.given.length, 1);
  await mine(client, 'BTC');
  await driven.read();
  assert.equal((await listArrivals(counter.sql, 'BTC', wallet)).length, 1);
  assert.equal((await dueOf())?.due_at, null);
  await driven.close();
});

test('a payout whose last valid block passes is signed again with the same number and paid once', async () => {
  const driven = await openStepwiseChain(counter, { coin: 'XRP' });
  await driven.read();
  const [late, next] = [await withdraw('XRP', '20'), await withdraw('XRP', '21')];
  await driven.sign();
  const sent = async (): Promise<string[]> =>
    (
      await counter.sql<{ transaction_id: string }[]>`
        select transaction_id from merchant.payout_transactions where coin = 'XRP' order by signed_at, transaction_id`
    ).map((row) => row.transaction_id);
  const before = await sent();
  assert.deepEqual(await numbers(), [
    { number: 0n, order_id: late.id },
    { number: 1n, order_id: next.id },
  ]);
  const away = withBroadcast(driven.chain, () => Promise.reject(new Error('the node is away')));
  await assert.rejects(driven.send(away), /away/);
  await mine(client, 'XRP', 60);
  await driven.read();
  await driven.sign();
  assert.deepEqual(await sent(), before, 'their last block is the newest');
  await mine(client, 'XRP');
  await driven.read();
  const [row] = await counter.sql<{ id: string }[]>`
    select id from merchant.payouts where order_id = ${late.id} and status = 'RESERVED' and transaction_id is null`;
  assert.ok(row, 'it waits to be signed, and could be cancelled');
  // The other payout was never sent. Its expiry is noticed before the first broadcast.
  await driven.send();
  assert.deepEqual(
    (await numbers()).map(({ order_id: orderId }) => orderId),
    [null, null],
  );
  await driven.sign();
  assert.equal((await sent()).length, 4, 'what was signed before is kept');
  // Without a gap, in the order of the requests.
  assert.deepEqual(await numbers(), [
    { number: 0n, order_id: late.id },
    { number: 1n, order_id: next.id },
  ]);
  await driven.send();
  await mine(client, 'XRP');
  await driven.read();
  for (const { id, wallet } of [late, next]) {
    const order = await readOrder(client, id);
    assert.equal(order.order_status, 'COMPLETED');
    assert.deepEqual(
      (await listArrivals(counter.sql, 'XRP', wallet)).map((arrival) => arrival.transaction_id),
      [order.blockchain_transaction_id],
    );
    assert.ok(!before.includes(order.blockchain_transaction_id ?? ''));
  }
  await driven.close();
});

test('an account with too little booked balance signs nothing', async () => {
  const driven = await openStepwiseChain(counter, { coin: 'XRP' });
  await driven.read();
  await counter.sql`
    with batch as (
      insert into merchant.payout_batches (id, coin, created_at) values (gen_random_uuid(), 'XRP', now()) returning id)
    insert into merchant.payouts (
      id, coin, kind, order_id, psp_id, address, destination, amount, fee_allowance, euro_value, status,
      batch_id, transaction_id, fee, signed_at, created_at, updated_at)
    select
      gen_random_uuid(), 'XRP', 'withdrawal', gen_random_uuid(), 1, 'r', 'r:', 49999900000000, 0, 0, 'SIGNED',
      id, 'on its way', 12, now(), now(), now() from batch`;
  const { id } = await withdraw('XRP', '200');
  await driven.sign();
  const [row] = await counter.sql`select status, trouble from merchant.payouts where order_id = ${id}`;
  assert.equal(row?.['status'], 'RESERVED');
  assert.match(sayStored('en', String(row?.['trouble'])), /^the wallet lacks \d+\.\d{6} XRP$/);
  assert.equal((await numbers()).length, 2, 'no number is used up');
  await driven.close();
});

test("metrics show the waiting payouts with age and reason, and the wallet's balance", async () => {
  const driven = await openStepwiseChain(counter, { coin: 'BCH' });
  await driven.read();
  await driven.close();
  await withdraw('BCH', '0.1');
  counter.clock.offsetMs += 90_000;
  const text = await counter.platform.metrics.registry.metrics();
  const figure = (line: string): number =>
    Number(
      text
        .split('\n')
        .find((candidate) => candidate.startsWith(line))
        ?.slice(line.length),
    );
  assert.equal(figure('payouts_waiting{coin="BCH",state="reserved"}'), 1);
  assert.equal(figure('payouts_waiting{coin="BTC",state="reserved"}'), 0);
  assert.ok(figure('payouts_oldest_seconds{coin="BCH",state="reserved"}') >= 90);
  assert.equal(figure('payouts_troubled{coin="XRP",state="reserved"}'), 1);
  assert.equal(figure('wallet_balance{coin="BCH"}'), 20_000);
});

async function run(name: string, ...positionals: string[]): Promise<string[]> {
  const command = payoutCommands(owners).find((candidate) => candidate.name === name);
  const lines: string[] = [];
  await command?.run(
    counter.platform,
    { values: { by: await addStaff(counter.platform) }, positionals },
    (line) => lines.push(line),
  );
  return lines;
}

test('the operator lists waiting payouts and cancels unsigned ones', async () => {
  const [row] = await counter.sql<{ id: string; order_id: string }[]>`
    select id, order_id from merchant.payouts where coin = 'BCH' and status = 'RESERVED'`;
  assert.ok(row);
  const lines = await run('payout list');
  assert.ok(
    lines.some((line) => line.startsWith(`${row.id}  RESERVED  0.10000000 BCH to bchtest:`)),
    lines.join('\n'),
  );
  assert.ok(lines.some((line) => /waits: the wallet lacks/.test(line)));
  assert.deepEqual(await run('payout cancel', row.id), [`Payout ${row.id} is cancelled; its money is back.`]);
  assert.equal((await readOrder(client, row.order_id)).order_status, 'FAILED');
  await assert.rejects(run('payout cancel', row.id), /has failed already/);
  await assert.rejects(run('payout cancel', 'unheard of'), /no such payout/);
});

test('signed payouts are sent even if the node fails at requests for signing', async () => {
  const driven = await openStepwiseChain(counter, { coin: 'ETH' });
  await driven.read();
  const { id } = await withdraw('ETH', '0.05');
  await driven.sign();
  const other = await withdraw('ETH', '0.05');
  const silent = {
    ...driven.chain,
    node: { ...driven.chain.node, readAccount: () => Promise.reject(new Error('no account is told')) },
  };
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  const sender = openPayoutSender(
    {
      ...driven.context,
      chains: listChains([silent]),
      leaderElection: {
        campaign(_, work) {
          working = work(stopping.signal);
          return { resign: async () => {} };
        },
        names: () => [],
        close: async () => {},
      },
    },
    owners,
  );
  sender.start();
  const reader = setInterval(() => void driven.read(), 200);
  try {
    await untilOrder(client, id, (order) => order.blockchain_transaction_id !== null, 'is sent');
  } finally {
    clearInterval(reader);
    stopping.abort();
    await working;
  }
  assert.equal((await readOrder(client, other.id)).blockchain_transaction_id, null);
  await sender.close();
  await driven.sign();
  await driven.send();
  await mine(client, 'ETH', 12);
  await driven.read();
  assert.equal((await readOrder(client, other.id)).order_status, 'COMPLETED');
  await driven.close();
});

test('a process without keys accepts withdrawals, and one with keys pays them', async () => {
  const driven = await openStepwiseChain(counter, { coin: 'LTC' });
  await driven.read();
  const chains = listChains(driven.context.chains.all.map((chain) => ({ ...chain, payer: undefined })));
  const campaigns: string[] = [];
  const keyless = openPayoutSender(
    {
      ...driven.context,
      chains,
      leaderElection: {
        campaign(name) {
          campaigns.push(name);
          return { resign: async () => {} };
        },
        names: () => [],
        close: async () => {},
      },
    },
    owners,
  );
  keyless.start();
  assert.deepEqual(campaigns, []);
  await keyless.close();
  await driven.close();
  const { id, wallet } = await withdraw('LTC', '1');
  const cashier = await openMerchantApp({ database, settings });
  try {
    await cashier.start();
    await untilOrder(client, id, (order) => order.blockchain_transaction_id !== null, 'is sent');
    await mine(client, 'LTC', 3);
    await untilOrder(client, id, (order) => order.order_status === 'COMPLETED', 'is paid');
    assert.equal((await listArrivals(counter.sql, 'LTC', wallet)).length, 1);
  } finally {
    await cashier.close();
  }
});

test('when the paying process stops, another one takes over', async () => {
  const first = await openMerchantApp({ database, settings });
  const second = await openMerchantApp({ database, settings });
  try {
    await first.start();
    await until(() => first.log.some((line) => line.includes('"paying out"')), 'the first pays', 60_000);
    await second.start();
    const before = await withdraw('LTC', '1');
    await untilOrder(client, before.id, (order) => order.blockchain_transaction_id !== null, 'is sent');
    await first.close();
    const { id } = await withdraw('LTC', '1.5');
    await untilOrder(client, id, (order) => order.blockchain_transaction_id !== null, 'is sent');
  } finally {
    await second.close();
  }
});

test('the decision to send a payout waits for running writes of its chain, so that it uses one consistent state', async () => {
  const driven = await openStepwiseChain(counter, { coin: 'LTC' });
  await driven.read();
  await withdraw('LTC', '1');
  await driven.sign();
  const chain = withBroadcast(driven.chain, () => Promise.resolve({ outcome: 'accepted' }));
  let sending = Promise.resolve();
  let sent = false;
  await counter.sql.begin(async (tx) => {
    const tip = await lockState(tx, 'LTC');
    assert.ok(tip);
    sending = driven.send(chain).finally(() => (sent = true));
    await until(async () => sent || isLockAwaited(counter.sql), 'the sender to wait for the reader', 60_000);
    assert.equal(sent, false);
    await tx`update merchant.chain_sent set block_height = ${tip.height} where coin = 'LTC'`;
  });
  await sending;
  assert.deepEqual(chain.given, []);
  await driven.close();
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import fc from 'fast-check';
import type { TestApp } from '../../../test/support/app.ts';
import {
  coinsOf,
  outputCoins,
  playedCoins,
  share,
  singleOf,
  type PlayedCoin,
  type Single,
} from '../../../test/support/history-actions.ts';
import { customer, newWallet, readAccounts } from '../../../test/support/coins.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { checkPayments } from '../../../test/support/payment-ledger.ts';
import {
  dueOf,
  newPayment,
  openPaymentsApp,
  readPayment,
  type ChosenPayment,
} from '../../../test/support/payments.ts';
import { until } from '../../../test/support/process.ts';
import { CommandError } from '../../platform/command.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import { simulatedCoins } from '../chains/simulated/simulated-coin.rules.ts';
import { wakeChainReader } from '../chains/wake-chain-reader.ts';
import { reviewPayment } from './judging/bring-up-to-date.ts';

let database: TestDatabase;
let here: TestApp;
let client: MerchantClient;
let eurosAtFirst: bigint;

const open = (): Promise<TestApp> =>
  openPaymentsApp({
    database,
    settings: {
      CONFIRMATIONS: 'BTC=2/3/4,ETH=2/3/4,BCH=2/3/4,LTC=2/3/4,XRP=1/1/1',
      PAYOUT_BUMP_BLOCKS: 'BTC=2,ETH=2,BCH=2,LTC=2,XRP=0',
    },
  });

before(async () => {
  database = await createTestDatabase();
  here = await open();
  client = await merchantClient(here);
  const answer = await client.post('/webhooks', { url: 'http://127.0.0.1:9/hooks' });
  assert.equal(answer.statusCode, 200, answer.body);
  for (const coin of playedCoins) await client.post(`/sandbox/chains/${coin}/mine`, { blocks: 8 });
  eurosAtFirst = (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
});
after(async () => {
  await here.close();
  await database.drop();
});

/** Payments and transactions that a history has created so far. */
interface World {
  readonly payments: { id: string; choices: ChosenPayment[] }[];
  readonly sent: Record<PlayedCoin, { id: string; choice: ChosenPayment }[]>;
}

const stepOf = (single: ReturnType<typeof singleOf>) =>
  fc.oneof(
    { weight: 30, arbitrary: single.map((one) => [one]) },
    { weight: 10, arbitrary: fc.tuple(single, single) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
  );
/** Uses three of the five coins, so that later steps find payments to act on. Each coin is used in some of the runs. */
const history = fc.constantFrom(...outputCoins).chain((outputCoin) => {
  const coins = coinsOf(outputCoin);
  const step = stepOf(singleOf(fc.constantFrom(...coins)));
  return fc.record({
    coins: fc.constant(coins),
    shares: fc.tuple(share, share, share),
    steps: fc.array(step, { minLength: 5, maxLength: 15 }),
  });
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

const at = <T>(items: readonly T[], which: number): T | undefined =>
  items.length === 0 ? undefined : items[which % items.length];

async function act(world: World, action: Single): Promise<LightMyRequestResponse | undefined> {
  const payment = 'which' in action ? at(world.payments, action.which) : undefined;
  switch (action.do) {
    case 'create':
      world.payments.push({ id: await newPayment(client, '40.00'), choices: [] });
      return undefined;
    case 'choose': {
      if (!payment) return undefined;
      const answer = await client.post(`/payments/${payment.id}/conversion`, {
        cryptocurrency_code: action.coin,
      });
      if (answer.statusCode === 200) payment.choices.push(answer.json());
      return answer;
    }
    case 'pay': {
      // Usually the newest address.
      const choice =
        action.older % 5 === 0 ? at(payment?.choices ?? [], action.older) : payment?.choices.at(-1);
      return choice && send(world, choice, action.share);
    }
    case 'replace': {
      const before = at(world.sent[action.coin], action.which);
      return before && send(world, before.choice, action.share, before.id);
    }
    case 'mine':
      return client.post(`/sandbox/chains/${action.coin}/mine`, { blocks: action.blocks });
    case 'reorganise': {
      const drop = world.sent[action.coin]
        .slice(-action.drop || world.sent[action.coin].length)
        .map((sent) => sent.id);
      const payouts = await here.sql<{ id: string }[]>`
        select transaction_id as id from merchant.payouts
        where coin = ${action.coin} and transaction_id is not null order by signed_at desc limit 1`;
      return client.post(`/sandbox/chains/${action.coin}/reorganise`, {
        depth: action.depth,
        drop: [...drop, ...(action.dropPayout ? payouts.map((payout) => payout.id) : [])],
      });
    }
    case 'wait': {
      const answer = await client.post('/sandbox/clock/advance', { seconds: action.minutes * 60 });
      client = await merchantClient(here);
      return answer;
    }
    case 'accept':
      return payment && client.post(`/payments/${payment.id}/accept`);
    case 'refund':
      return payment && refund(payment, action.amount, action.fails);
    case 'withdraw':
      return withdraw(
        action.coin,
        { money_amount: '30.00' },
        action.fails ? failing[action.coin] : undefined,
      );
    case 'marked': {
      if (action.goes === 'out') return withdraw(action.coin, { cryptocurrency_amount: action.amount });
      const choice = payment?.choices.at(-1);
      return choice && sendAmount(world, choice, action.amount);
    }
    case 'screen': {
      const held = await here.sql<{ id: string }[]>`
        select id from merchant.screenings where status in ('pending', 'review') order by id`;
      const screening = at(held, action.which);
      if (screening) await run(`screening ${action.decision}`, [screening.id], { by: 'bea@commands.test' });
      return undefined;
    }
    case 'ceiling':
      await setCeiling(action.coin, action.keep);
      return undefined;
    case 'exclude':
      return exclude(action.coin, action.blocks);
    case 'cancel':
    case 'bump': {
      const open = await here.sql<{ id: string }[]>`
        select id from merchant.payouts where status in ('RESERVED', 'SIGNED') order by id`;
      const payout = at(open, action.which);
      if (payout) await run(`payout ${action.do}`, [payout.id]);
      return undefined;
    }
    case 'demand': {
      const rate = Number(simulatedCoins[action.coin].feeRate) * action.times;
      return client.post(`/sandbox/chains/${action.coin}/fee-rate`, { minimum_fee_rate: rate });
    }
    case 'decide': {
      const waiting = await here.sql<{ id: string }[]>`
        select id from merchant.payouts where approval = 'waiting' and status = 'RESERVED' order by id`;
      const payout = at(waiting, action.which);
      if (payout) await run(`payout ${action.decision}`, [payout.id], { by: 'bea@commands.test' });
      return undefined;
    }
    case 'limit':
      await run('psp limits', ['1', action.coin], action.limits);
      return undefined;
    case 'freeze':
      await run(action.name, [], { coin: action.coin, by: 'ana@commands.test', reason: 'history' });
      return undefined;
    case 'release': {
      const alerted = await here.sql<{ id: string }[]>`
        select payment_id as id from merchant.payment_alerts
        where kind in ('stray_coins', 'coins_after_end') order by created_at`;
      const held = at(alerted, action.which);
      const to = action.toMerchant ? { 'to-merchant': true as const } : { to: newWallet(action.coin) };
      if (held) await run('payment release', [held.id, action.coin], to);
      return undefined;
    }
  }
}

/** Runs a staff command. A refusal is a valid result. */
async function run(name: string, positionals: string[], values: Record<string, string | true> = {}) {
  try {
    await runCommand(here, name, positionals, values);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}

/** Sets a ceiling with the approval of two people. Coins above it are moved out at once. */
async function setCeiling(coin: PlayedCoin, thousandths: bigint | undefined): Promise<void> {
  const lies = -((await readAccounts(here.sql)).get(`provider:chain ${coin}`) ?? 0n);
  const [amount, values]: [string[], Record<string, string | true>] =
    thousandths === undefined
      ? [[], { none: true }]
      : [[formatAsset(coin, (lies * thousandths) / 1000n)], { cold: newWallet(coin) }];
  const lines = await runCommand(here, 'wallet ceiling', [coin, ...amount], {
    ...values,
    by: 'ana@commands.test',
  });
  const id = lines[0]?.replace('Proposed: ', '') ?? '';
  await run('wallet approve', [id], { by: 'bea@commands.test' });
}

/** Accounts that reject incoming coins. */
const failing: Partial<Record<PlayedCoin, string>> = {
  ETH: '0x0404040404040404040404040404040404040404',
  XRP: 'r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88',
};

async function withdraw(
  coin: PlayedCoin,
  amount: { money_amount: string } | { cryptocurrency_amount: string },
  to = newWallet(coin),
) {
  const quote = await client.post('/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: 'WITHDRAW',
    ...amount,
  });
  if (quote.statusCode !== 200) return quote;
  return client.post('/withdrawals', {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: to,
      customer_details: customer,
    },
  });
}

/**
 * Spends the inputs of a payout with the same keys, so that the payout can never be mined. If none is waiting, a
 * reorganisation removes one first.
 */
async function exclude(coin: PlayedCoin, blocks: number) {
  const findWaiting = async (): Promise<string | undefined> => {
    const [row] = await here.sql<{ id: string }[]>`
      select t.id from merchant.payouts p
      join merchant.simulated_transactions t on t.coin = p.coin and t.id = p.transaction_id
      where p.coin = ${coin} and t.block_height is null order by p.signed_at desc limit 1`;
    return row?.id;
  };
  let waiting = await findWaiting();
  if (waiting === undefined) {
    await client.post(`/sandbox/chains/${coin}/reorganise`, { depth: blocks + 3 });
    waiting = await findWaiting();
  }
  if (waiting === undefined) return undefined;
  const answer = await client.post(`/sandbox/chains/${coin}/send`, {
    address: newWallet(coin),
    cryptocurrency_amount: '0.001',
    replaces: waiting,
  });
  await client.post(`/sandbox/chains/${coin}/mine`, { blocks });
  // This freezes the coin's payouts. Staff usually thaw them soon.
  await quiet();
  if (blocks > 1) await run('payout thaw', [], { coin, by: 'ana@commands.test', reason: 'compared' });
  return answer;
}

function send(world: World, choice: ChosenPayment, thousandths: bigint, replaces?: string) {
  const coin = choice.cryptocurrency_code;
  const amount = formatAsset(coin, (dueOf(choice) * thousandths) / 1000n);
  return sendAmount(world, choice, amount, replaces);
}

async function sendAmount(world: World, choice: ChosenPayment, amount: string, replaces?: string) {
  const coin = choice.cryptocurrency_code;
  const answer = await client.post(`/sandbox/chains/${coin}/send`, {
    address: choice.payment_cryptocurrency_address,
    ...(choice.destination_tag === undefined ? {} : { destination_tag: choice.destination_tag }),
    cryptocurrency_amount: amount,
    ...(replaces === undefined ? {} : { replaces }),
  });
  const id = (answer.json() as { blockchain_transaction_id?: string }).blockchain_transaction_id;
  if (id !== undefined) world.sent[coin].push({ id, choice });
  return answer;
}

async function refund(payment: World['payments'][number], amount: string, fails: boolean) {
  const { cryptocurrency_code: code } = await readPayment(client, payment.id);
  const coin = code ?? 'BTC';
  return client.post(`/payments/${payment.id}/refund`, {
    refund_address: (fails ? failing[coin] : undefined) ?? newWallet(coin),
    refund_reason: 'history',
    ...(amount === 'all' ? {} : { refund_amount: amount }),
  });
}

/** Steps after which the books were checked. */
let checked = 0;
/** Number of steps, regardless of the machine's speed. Each takes about a quarter of a second. */
const enough = Number(process.env['HISTORY_STEPS'] ?? 100);

/** Waits until the chains have been read up to the last action and all queued reviews are done. */
async function quiet(): Promise<void> {
  const now = here.clock.now();
  for (const coin of playedCoins) wakeChainReader(here.platform.signals, coin);
  await until(
    async () => {
      const [row] = await here.sql<{ quiet: boolean }[]>`
        select (select count(*) from merchant.chain_states where coin = any(${[...playedCoins]}::text[])
            and caught_up_at > ${now}) = ${playedCoins.length}
          and not exists (select from merchant.chain_reviews) as quiet`;
      return row?.quiet ?? false;
    },
    'all reviews',
    30_000,
  );
}

/** Creates one confirmed and one unpaid payment of each coin, so that later steps find payments to act on. */
async function begin(world: World, { coins, shares }: Omit<History, 'steps'>): Promise<void> {
  for (const [index, coin] of coins.entries()) {
    for (const paid of [true, false]) {
      const which = world.payments.length;
      await act(world, { do: 'create' });
      const chosen = await act(world, { do: 'choose', which, coin });
      const done = paid
        ? await act(world, { do: 'pay', which, older: 1, share: shares[index] ?? 1000n })
        : chosen;
      assert.deepEqual([chosen?.statusCode, done?.statusCode], [200, 200]);
    }
    await act(world, { do: 'mine', coin, blocks: 2 });
  }
  await quiet();
}

async function play({ steps, ...beginning }: History): Promise<void> {
  const world: World = { payments: [], sent: { BTC: [], BCH: [], LTC: [], ETH: [], XRP: [] } };
  await begin(world, beginning);
  for (const actions of steps) {
    if (checked >= enough) break;
    if (actions === 'restart') {
      await here.close();
      here = await open();
      client = await merchantClient(here);
    } else {
      for (const answer of await Promise.all(actions.map((action) => act(world, action)))) {
        // 503 means that a node did not respond in time. Any other status must be a valid response to the request.
        if (answer) assert.ok([200, 400, 409, 503].includes(answer.statusCode), answer.body);
      }
    }
    await quiet();
    await checkPayments(here.sql, eurosAtFirst);
    checked += 1;
  }
  for (const { id } of world.payments) await checkSettled(id);
}

/** Checks that another review changes nothing. */
async function checkSettled(id: string): Promise<void> {
  const rowOf = async () =>
    (
      await here.sql`select status, exceptions, choice_id, order_id, lost_coin_amount from merchant.payments where id = ${id}`
    )[0];
  const before = await rowOf();
  if (before?.['status'] === 'PENDING') return;
  await transaction(here.sql, (tx) => reviewPayment(tx, here.platform, id));
  assert.deepEqual(await rowOf(), before);
}

test('no order of actions by customers, miners, merchants, staff, screeners, thieves and restarts creates, loses or double-pays coins or cents', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      if (checked < enough) await play(one);
    }),
    // All histories share one database, so a shrunk history would start from another state than the failing one.
    { numRuns: enough, endOnFailure: true },
  );
  assert.equal(checked, enough);
});

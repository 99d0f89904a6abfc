import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openMerchantApp, type TestApp } from '../../test/support/app.ts';
import { customer, newWallet } from '../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../test/support/merchant.ts';
import { paymentBody } from '../../test/support/payments.ts';
import { playedMarket, type PlayedMarket } from '../../test/support/played-market.ts';
import { ProblemError } from '../platform/problem.ts';
import { transaction } from '../platform/postgres/client/transaction.ts';
import { decimalsOf, euroDecimals, formatAsset, priceDecimals } from './assets/asset.rules.ts';
import { clientActor } from './access/audit/audit.rules.ts';
import { createConversion } from './market/conversions/create-conversion.ts';
import { writeQuote } from './market/conversions/write-quotes.ts';
import type { MerchantContext } from './merchant.context.ts';
import { createOrder } from './orders/create-order.ts';
import { acceptPayment, confirmAcceptance } from './payments/accept-payment.ts';
import { chooseCryptocurrency } from './payments/choose-cryptocurrency.ts';
import { createPayment } from './payments/create-payment.ts';
import { expirePayments } from './payments/expire-payments.ts';
import { lockPaymentOf } from './payments/facts/lock-payment.ts';
import type { Choice } from './payments/facts/payment.rules.ts';
import { reviewPayment } from './payments/judging/bring-up-to-date.ts';
import { refundPayment } from './payments/refunds/refund-payment.ts';
import { createWithdrawal } from './payouts/withdrawals/create-withdrawal.ts';

/** A coin with notable fees and payments from outputs. */
const coin = 'BTC';
const pspId = 1;
const minuteMs = 60_000;
const choiceMs = 15 * minuteMs;
/** Time in milliseconds in which coins seen in time keep the price while they wait for a block. */
const unminedMs = 120 * minuteMs;
const confirmations = 'BTC=1/2/2,ETH=1/2/2,BCH=1/2/2,LTC=1/2/2,XRP=1/1/1';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
let context: MerchantContext;
let market: PlayedMarket;

before(async () => {
  // The spread is smaller than the tolerance of a payment.
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0', CONFIRMATIONS: confirmations } });
  market = playedMarket({ spreadBps: 10n });
  driven = await openStepwiseChain(here, { coin, rates: market.rates });
  ({ context } = driven);
  client = await merchantClient(here);
  await driven.read();
});
after(async () => {
  await driven.close();
  await here.close();
});

interface Sent {
  readonly id: string;
  readonly seenAtMs: number;
  mined: boolean;
}
interface Played {
  readonly id: string;
  readonly choices: Choice[];
  readonly sent: Sent[];
}
interface World {
  readonly payments: Played[];
}

const pick = fc.nat({ max: 1000 });
const single = fc.oneof(
  fc.record({ do: fc.constant('create' as const), euros: fc.constantFrom('25.00', '900.00', '9000.00') }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      which: pick,
      percent: fc.constantFrom(0n, -20n, 25n),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which: pick,
      older: fc.boolean(),
      thousandths: fc.constantFrom(1000n, 1000n, 996n, 990n, 400n, 1400n),
    }),
  },
  fc.record({ do: fc.constant('double spend' as const), which: pick }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mine' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(2, 16, 100) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('move' as const), percent: fc.constantFrom(-40n, -3n, 4n, 60n) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('accept' as const), which: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: pick,
      euros: fc.constantFrom('all', '0.60', '5.00'),
    }),
  },
  fc.record({ do: fc.constant('withdraw' as const), euros: fc.constantFrom('12.00', '500.00') }),
  fc.record({
    do: fc.constant('trade' as const),
    type: fc.constantFrom('DEPOSIT' as const, 'WITHDRAW' as const),
  }),
);
type Single = typeof single extends fc.Arbitrary<infer T> ? T : never;

/** Creates a payment with some coins, so that the following actions have something to act on. */
const opening = fc
  .record({
    euros: fc.constantFrom('25.00', '9000.00'),
    thousandths: fc.constantFrom(1000n, 996n, 990n, 1400n),
    afterwards: fc.constantFrom<Single['do'][]>(['mine'], ['wait', 'mine'], ['wait'], []),
  })
  .map(({ euros, thousandths, afterwards }): Single[] => [
    { do: 'create', euros },
    { do: 'choose', which: 0, percent: 0n },
    { do: 'pay', which: 0, older: false, thousandths },
    ...afterwards.map((what): Single => (what === 'mine' ? { do: 'mine' } : { do: 'wait', minutes: 16 })),
  ]);

/** Returns whether the operation succeeded. A refusal is a valid result. */
async function ask(operation: () => Promise<unknown>): Promise<boolean> {
  try {
    await operation();
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

/** Returns whether the action had an effect. */
async function act(world: World, action: Single): Promise<boolean> {
  const played =
    'which' in action && world.payments.length > 0
      ? world.payments[action.which % world.payments.length]
      : undefined;
  switch (action.do) {
    case 'create': {
      const { id } = await transaction(here.sql, (tx) =>
        createPayment(tx, context, pspId, { ...paymentBody, payment_amount: action.euros }),
      );
      world.payments.push({ id, choices: [], sent: [] });
      return true;
    }
    case 'choose':
      return choose(world, played, action.percent);
    case 'pay': {
      const choice = action.older ? played?.choices[0] : played?.choices.at(-1);
      if (!played || !choice) return false;
      await send(played, choice, action.thousandths);
      return true;
    }
    case 'double spend': {
      const waiting = played?.sent.find((sent) => !sent.mined);
      if (!played || !waiting) return false;
      const answer = await client.post(`/sandbox/chains/${coin}/send`, {
        address: newWallet(coin),
        cryptocurrency_amount: '0.001',
        replaces: waiting.id,
      });
      assert.equal(answer.statusCode, 200, answer.body);
      played.sent.splice(played.sent.indexOf(waiting), 1);
      return true;
    }
    case 'mine':
      await mine(world, 2);
      return true;
    case 'wait':
      await pass(action.minutes * minuteMs);
      return true;
    case 'move':
      await move(world, action.percent);
      return true;
    case 'accept':
      return played !== undefined && ask(() => accept(played.id));
    case 'refund':
      return played !== undefined && refund(played, action.euros);
    case 'withdraw':
      return withdraw(action.euros);
    case 'trade': {
      return ask(async () => {
        const input = { pspId, conversionToken: await quote(action.type, '50.00'), customer };
        await transaction(here.sql, (tx) => createOrder(tx, context, input));
      });
    }
  }
}

/** A new choice ends the earlier locked price. If no other price is locked, the market may move at that moment. */
async function choose(world: World, played: Played | undefined, percent: bigint): Promise<boolean> {
  if (!played) return false;
  const others = world.payments.filter((other) => other !== played);
  if (played.sent.length === 0 && promisedUntil(others) <= here.clock.nowMs()) market.move(percent);
  return ask(async () => {
    const { choice } = await transaction(here.sql, async (tx) =>
      chooseCryptocurrency(tx, context, await lockPaymentOf(tx, pspId, played.id), coin),
    );
    played.choices.push(choice);
  });
}

async function send(played: Played, choice: Choice, thousandths: bigint): Promise<void> {
  const answer = await client.post(`/sandbox/chains/${coin}/send`, {
    address: choice.address,
    cryptocurrency_amount: formatAsset(coin, (choice.coin_amount * thousandths) / 1000n),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const { blockchain_transaction_id: id } = answer.json() as { blockchain_transaction_id: string };
  played.sent.push({ id, seenAtMs: here.clock.nowMs(), mined: false });
}

async function mine(world: World, blocks: number): Promise<void> {
  const answer = await client.post(`/sandbox/chains/${coin}/mine`, { blocks });
  assert.equal(answer.statusCode, 200, answer.body);
  for (const sent of world.payments.flatMap((played) => played.sent)) sent.mined = true;
}

/** Returns the end of the last locked price, computed from the API contract alone. */
function promisedUntil(payments: readonly Played[]): number {
  const ends = payments.flatMap(({ choices, sent }) => {
    const newest = choices.at(-1);
    if (!newest) return [];
    const expiryMs = newest.chosen_at.getTime() + choiceMs;
    const waits = sent.some(({ mined, seenAtMs }) => !mined && seenAtMs < expiryMs);
    return [waits ? expiryMs + unminedMs : expiryMs];
  });
  return Math.max(0, ...ends);
}

async function pass(ms: number): Promise<void> {
  here.clock.offsetMs += ms;
  // The old token may have expired.
  client = await merchantClient(here);
}

/** Waits for the end of every locked price, confirms mined coins, and then moves the market. */
async function move(world: World, percent: bigint): Promise<void> {
  const untilMs = promisedUntil(world.payments);
  const mined = world.payments.some((played) => played.sent.some((sent) => sent.mined));
  if (mined) await mine(world, 3);
  if (untilMs > here.clock.nowMs()) await pass(untilMs - here.clock.nowMs() + 1000);
  await settleDown();
  await audited(async () => market.move(percent));
}

async function accept(id: string): Promise<void> {
  await transaction(here.sql, (tx) => acceptPayment(tx, context, pspId, id));
  await confirmAcceptance(context, id);
}

async function refund(played: Played, euros: string): Promise<boolean> {
  const input = {
    refund_address: newWallet(coin),
    refund_reason: 'greed',
    requestedBy: clientActor('greedy'),
    askedAt: context.clock.now(),
    asked: [],
    ...(euros === 'all' ? {} : { refund_amount: euros }),
  };
  return ask(() => transaction(here.sql, (tx) => refundPayment(tx, context, pspId, played.id, input)));
}

async function withdraw(euros: string): Promise<boolean> {
  return ask(async () => {
    const conversionToken = await quote('WITHDRAW', euros);
    const to = { address: newWallet(coin), destinationTag: null };
    const input = {
      pspId,
      requestedBy: 'client:greedy' as const,
      conversionToken,
      ...to,
      customer,
      asked: [],
    };
    await transaction(here.sql, (tx) => createWithdrawal(tx, context, input));
  });
}

async function quote(type: 'DEPOSIT' | 'WITHDRAW', euros: string): Promise<string> {
  const made = await transaction(here.sql, (tx) =>
    createConversion((row) => writeQuote(tx, context, row), context, pspId, {
      currency_pair: `${coin}EUR`,
      transaction_type: type,
      money_amount: euros,
    }),
  );
  return made.conversion_token;
}

/** Runs everything automatic: reads the chain, expires payments, and signs, sends and confirms payouts. */
async function settleDown(): Promise<void> {
  await driven.read();
  await expirePayments(context, (tx, id) => reviewPayment(tx, context, id));
  await driven.sign();
  await driven.send();
  await driven.read();
}

/**
 * Returns the provider's own wealth at the present price, in fractions of a cent. Network fees of signed transactions
 * count as spent, because they can no longer be avoided.
 */
async function readWealth(): Promise<bigint> {
  const [promised] = await here.sql<{ fees: bigint }[]>`
    select coalesce(sum(fee - fee_allowance), 0)::numeric(38, 0) as fees
    from merchant.payouts where coin = ${coin} and status = 'SIGNED'`;
  const rows = await here.sql<{ asset: string; balance: bigint }[]>`
    select asset, sum(balance)::numeric(38, 0) as balance from merchant.ledger_accounts
    where owner ~ '^provider:(trading|fees|losses)$|:claim$' and asset in ('EUR', ${coin})
    group by asset`;
  const of = (asset: string): bigint => rows.find((row) => row.asset === asset)?.balance ?? 0n;
  return (
    of('EUR') * 10n ** BigInt(priceDecimals + decimalsOf(coin) - euroDecimals) +
    (of(coin) - (promised?.fees ?? 0n)) * market.mid(coin)
  );
}

/** Runs an action and checks that it does not make the provider poorer at the present price. */
async function audited<T>(work: () => T | Promise<T>): Promise<T> {
  const before = await readWealth();
  const priceBefore = market.mid(coin);
  const result = await work();
  if (market.mid(coin) !== priceBefore) return result;
  const gained = (await readWealth()) - before;
  assert.ok(gained >= 0n, `the provider lost ${-gained / 10n ** 14n} cents`);
  return result;
}

/** Ends the locked prices of an earlier run. A price move while a price is locked is a regular loss of the provider. */
async function endPromises(): Promise<void> {
  await mine({ payments: [] }, 3);
  await settleDown();
  await pass(choiceMs + unminedMs + minuteMs);
  await settleDown();
}

/** Runs actions in sequence and returns whether each had an effect. */
async function play(actions: readonly Single[]): Promise<boolean[]> {
  await endPromises();
  market.reset();
  const world: World = { payments: [] };
  const done: boolean[] = [];
  for (const action of actions) {
    done.push(action.do === 'move' ? await act(world, action) : await audited(() => act(world, action)));
    await audited(settleDown);
  }
  return done;
}

test('every kind of action can succeed, so that the next test is not a series of refusals', async () => {
  const actions: Single[] = [
    { do: 'create', euros: '900.00' },
    { do: 'choose', which: 0, percent: 0n },
    { do: 'pay', which: 0, older: false, thousandths: 400n },
    { do: 'double spend', which: 0 },
    { do: 'choose', which: 0, percent: -20n },
    { do: 'pay', which: 0, older: false, thousandths: 400n },
    { do: 'wait', minutes: 16 },
    { do: 'mine' },
    { do: 'accept', which: 0 },
    { do: 'refund', which: 0, euros: '5.00' },
    { do: 'create', euros: '25.00' },
    { do: 'choose', which: 1, percent: 0n },
    { do: 'pay', which: 1, older: true, thousandths: 1400n },
    { do: 'mine' },
    { do: 'refund', which: 1, euros: 'all' },
    { do: 'withdraw', euros: '12.00' },
    { do: 'trade', type: 'DEPOSIT' },
    { do: 'trade', type: 'WITHDRAW' },
    { do: 'move', percent: 60n },
  ];
  const done = await play(actions);
  assert.deepEqual(
    actions.filter((_, index) => !done[index]),
    [],
  );
});

test('a merchant who is its own customer never profits at the provider’s cost, by any order of quotes, choices, payments, acceptances, refunds and withdrawals', async () => {
  await fc.assert(
    fc.asyncProperty(opening, fc.array(single, { minLength: 4, maxLength: 14 }), async (first, actions) => {
      await play([...first, ...actions]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

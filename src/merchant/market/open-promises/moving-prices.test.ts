import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { paymentBody } from '../../../../test/support/payments.ts';
import { playedMarket } from '../../../../test/support/played-market.ts';
import { parseAmount } from '../../../platform/money.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { decimalsOf, formatAsset } from '../../assets/asset.rules.ts';
import { valueOf, type TransactionType } from '../conversions/conversion.rules.ts';
import { createConversion } from '../conversions/create-conversion.ts';
import { openQuoteWriter } from '../conversions/write-quotes.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { createOrder } from '../../orders/create-order.ts';
import { chooseCryptocurrency } from '../../payments/choose-cryptocurrency.ts';
import { createPayment } from '../../payments/create-payment.ts';
import { cancelPayment } from '../../payments/ending/cancel-payment.ts';

const coin = 'BTC';
const pspId = 1;
const secondMs = 1000;
const minutes = 60;
const minutesOfPayment = 15;
/** Promises that the merchant requests in each direction, and the value of each. */
const asked = 10;
const promisedCents = 100_000n;
const promisedEuros = formatAsset('EUR', promisedCents);
const capCents = 500_000n;
const market = playedMarket({ spreadBps: 10n });

let here: TestApp;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  driven = await openStepwiseChain(here, { coin, rates: market.rates });
  await driven.read();
});
after(async () => {
  await driven.close();
  await here.close();
});

/**
 * Returns price moves in basis points per minute: normally about 8, which corresponds to a yearly volatility of 60 %
 * for bitcoin, and about every twentieth minute a jump of 1 to 4 %. Integers only, so that every machine computes the
 * same values.
 */
function planMoves(seed: number): bigint[] {
  let state = seed;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor(state / 65_536) % below;
  };
  // The sum of twelve uniform draws approximates the normal distribution.
  const step = (): number =>
    Array.from({ length: 12 }, () => draw(17) - 8).reduce((sum, one) => sum + one, 0);
  return Array.from({ length: minutes }, () => {
    const jump = draw(20) === 0 ? (100 + draw(301)) * (draw(2) === 0 ? 1 : -1) : 0;
    return BigInt(Math.round(step() / 2) + jump);
  });
}
const moves = planMoves(7);

const contextWith = (limitCents: bigint): MerchantContext => ({
  ...driven.context,
  settings: {
    ...driven.context.settings,
    OPEN_LIMIT_PSP: formatAsset('EUR', limitCents),
    OPEN_LIMIT_COIN: formatAsset('EUR', limitCents * 100n),
    OPEN_LIMIT_HOUSE: formatAsset('EUR', limitCents * 100n),
  },
});
const cents = (text: string): bigint => minorOf(text, 2);
function minorOf(text: string, decimals: number): bigint {
  const parsed = parseAmount(text, decimals);
  assert.ok('minor' in parsed);
  return parsed.minor;
}
/** Returns undefined if the limit refuses it. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'open_limit_reached') return undefined;
    throw error;
  }
}
const present = <T>(items: readonly (T | undefined)[]): T[] => items.filter((item) => item !== undefined);

async function readOpenCents(): Promise<bigint> {
  const [row] = await here.sql<{ sum: bigint }[]>`
    select coalesce(sum(euro_amount), 0)::numeric(38, 0) as sum from merchant.open_promises
    where psp_id = ${pspId} and ends_at > ${here.clock.now()}`;
  return row?.sum ?? 0n;
}

interface Result {
  readonly mostOpenCents: bigint;
  readonly lostCents: bigint;
  readonly worstLockCents: bigint;
}

interface Lock {
  readonly openCents: bigint;
  readonly lostCents: bigint;
}

/**
 * Runs one lock period after the other: takes all promises that are granted, moves the price, and uses the profitable
 * ones.
 */
async function play(
  limitCents: bigint,
  minutesOfLock: number,
  lock: (context: MerchantContext, move: () => void) => Promise<Lock>,
): Promise<Result> {
  market.reset();
  const result = { mostOpenCents: 0n, lostCents: 0n, worstLockCents: 0n };
  for (let minute = 0; minute < minutes; minute += minutesOfLock) {
    const before = market.mid(coin);
    const { openCents, lostCents } = await lock(contextWith(limitCents), () => {
      for (const bps of moves.slice(minute, minute + minutesOfLock)) market.moveBps(bps);
    });
    const now = market.mid(coin);
    const moved = now > before ? now - before : before - now;
    assert.ok(openCents <= limitCents, 'the limit holds at every moment');
    // Each promise is rounded by less than a cent.
    const bound = (openCents * moved) / before + BigInt(2 * asked);
    assert.ok(
      lostCents <= bound,
      `${lostCents} cents were lost of ${openCents}, by a move that costs ${bound}`,
    );
    if (openCents > result.mostOpenCents) result.mostOpenCents = openCents;
    if (lostCents > result.worstLockCents) result.worstLockCents = lostCents;
    result.lostCents += lostCents;
  }
  return result;
}

/** Locks quotes in both directions. The profitable ones become orders in their last second. */
async function lockQuotes(context: MerchantContext, move: () => void): Promise<Lock> {
  const save = openQuoteWriter(context);
  const types: TransactionType[] = ['WITHDRAW', 'DEPOSIT'];
  const quotes = await Promise.all(
    Array.from({ length: asked }, () => types)
      .flat()
      .map((type) =>
        unlessRefused(async () => ({
          type,
          ...(await createConversion(save, context, pspId, {
            currency_pair: `${coin}EUR`,
            transaction_type: type,
            money_amount: promisedEuros,
          })),
        })),
      ),
  );
  const openCents = await readOpenCents();
  move();
  here.clock.offsetMs += 55 * secondMs;
  let lostCents = 0n;
  for (const quote of present(quotes)) {
    const worth = valueOf(coin, minorOf(quote.cryptocurrency_amount, decimalsOf(coin)), market.mid(coin));
    const gain = (worth - cents(quote.transaction_total)) * (quote.type === 'WITHDRAW' ? 1n : -1n);
    if (gain <= 0n) continue;
    await transaction(here.sql, (tx) =>
      createOrder(tx, context, { pspId, conversionToken: quote.conversion_token, customer }),
    );
    lostCents += gain;
  }
  here.clock.offsetMs += 6 * secondMs;
  return { openCents, lostCents };
}

/**
 * Locks prices of payments. A payment loses the difference if its coins are worth less than its euros when it is paid.
 */
async function lockPayments(context: MerchantContext, move: () => void): Promise<Lock> {
  const open: { id: string; coinMinor: bigint }[] = [];
  for (let times = 0; times < 2 * asked; times++) {
    const chosen = await unlessRefused(() =>
      transaction(here.sql, async (tx) => {
        const input = { ...paymentBody, payment_amount: promisedEuros };
        return chooseCryptocurrency(tx, context, await createPayment(tx, context, pspId, input), coin);
      }),
    );
    if (chosen) open.push({ id: chosen.payment.id, coinMinor: chosen.choice.coin_amount });
  }
  const openCents = await readOpenCents();
  move();
  let lostCents = 0n;
  for (const { id, coinMinor } of open) {
    const loss = promisedCents - valueOf(coin, coinMinor, market.mid(coin));
    if (loss > 0n) lostCents += loss;
    await transaction(here.sql, (tx) => cancelPayment(tx, context, pspId, id));
  }
  return { openCents, lostCents };
}

test('price moves within the lock period cost the provider at most what the limits allow', async (t) => {
  const unlimitedCents = 100_000_000_00n;
  const rows: string[] = [];
  for (const [name, minutesOfLock, lock] of [
    ['quotes, 1 minute', 1, lockQuotes],
    ['payments, 15 minutes', minutesOfPayment, lockPayments],
  ] as const) {
    const free = await play(unlimitedCents, minutesOfLock, lock);
    const capped = await play(capCents, minutesOfLock, lock);
    assert.equal(free.mostOpenCents, promisedCents * BigInt(2 * asked));
    assert.equal(capped.mostOpenCents, capCents);
    assert.ok(
      capped.lostCents > 0n && capped.lostCents < free.lostCents,
      `${capped.lostCents} of ${free.lostCents}`,
    );
    for (const [limit, result] of [
      ['none', free],
      [formatAsset('EUR', capCents), capped],
    ] as const) {
      const figures = [result.mostOpenCents, result.lostCents / BigInt(minutes), result.worstLockCents];
      rows.push(`| ${[name, limit, ...figures.map((figure) => formatAsset('EUR', figure))].join(' | ')} |`);
    }
  }
  t.diagnostic(rows.join('\n'));
  const documented = readFileSync(
    new URL('../../../../docs/operations/merchants.md', import.meta.url),
    'utf8',
  );
  for (const row of rows) {
    const [, name, limit, ...figures] = row.split('|').map((cell) => cell.trim());
    const shown = documented.split('\n').find((line) => line.startsWith(`| ${name} | ${limit} |`));
    const documentedFigures =
      shown
        ?.split('|')
        .map((cell) => cell.trim())
        .slice(3) ?? [];
    // Prices depend on the clock, so figures may differ slightly between runs.
    const isClose = figures.every(
      (figure, index) => Math.abs(Number(figure) - Number(documentedFigures[index])) <= 0.02 * Number(figure),
    );
    assert.ok(isClose, `docs/operations/merchants.md lacks: ${rows.join('\n')}`);
  }
});

import type { FastifyReply } from 'fastify';
import { formatAmount, rescale } from '../../platform/money.ts';
import type { App } from '../../platform/http/server.ts';
import { findPair, priceDecimals, type PairCode, type Price } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { shownDecimalsOf, type Rate } from './rate.rules.ts';
import {
  CurrentRate,
  DepositRate,
  HistoryQuery,
  PairParams,
  RateHistory,
  WithdrawRate,
} from './rate.schemas.ts';
import { readRateHistory } from './read-rate-history.ts';

const config = { scope: 'read' } as const;
const operationConfig = {
  ...config,
  problems: problem.pick('rate_unavailable'),
  neverAnswers: ['malformed_json', 'payload_too_large', 'unsupported_media_type'],
} as const;
const tags = ['Rates'];
const security = [{ bearer: [] }];

export async function rateRoutes(app: App, context: MerchantContext): Promise<void> {
  await app.register(async (plugin) => {
    const scope = plugin as App;
    // The document shows a POST without a body; whatever a client sends with it out of habit is not looked at.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    for (const operation of operations) addOperation(scope, context, operation);
  });
  app.get(
    '/rates/:currencyPairCode/history',
    {
      config,
      schema: {
        summary: 'Course of a rate',
        description: `Open, high, low and close of each step, at most 1 000 of them. Minutes are kept for 7 days, five minutes for 90 days, hours for ever: of older times a finer step has only the points that are kept.`,
        tags,
        security,
        params: PairParams,
        querystring: HistoryQuery,
        response: { 200: RateHistory },
      },
    },
    async (request) => {
      const pair = getPair(request.params.currencyPairCode);
      const { step, ...range } = request.query;
      const candles = await readRateHistory(context, { pair, stepSeconds: step, ...range });
      const points = candles.map(({ startsAtMs, open, high, low, close }) => ({
        time: new Date(startsAtMs).toISOString(),
        open: formatMiddle(pair, open),
        high: formatMiddle(pair, high),
        low: formatMiddle(pair, low),
        close: formatMiddle(pair, close),
      }));
      return { currency_pair: pair, step, points };
    },
  );
}

interface Operation {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: typeof CurrentRate | typeof WithdrawRate | typeof DepositRate;
  write(rate: Rate): string;
}

/** The bodies are written by hand, so that a price is the exact decimal that trades apply and not a rounded double. */
const operations: readonly Operation[] = [
  {
    path: '/rates/:currencyPairCode',
    summary: 'Current market rate',
    description: 'The median of the markets, with our spread.',
    answer: CurrentRate,
    write: (rate) =>
      `{"buy_price":${format(rate, rate.buy)},"currency_pair":"${rate.pair}","sell_price":${format(rate, rate.sell)}}`,
  },
  {
    path: '/rates/:currencyPairCode/withdraw',
    summary: 'Best rate for withdraw transactions',
    description: 'The lowest ask of the markets, with our spread: what a conversion of type WITHDRAW costs.',
    answer: WithdrawRate,
    write: (rate) => `{"currency_pair":"${rate.pair}","buy_price":${format(rate, rate.bestForWithdraw)}}`,
  },
  {
    path: '/rates/:currencyPairCode/deposit',
    summary: 'Best rate for deposit transactions',
    description: 'The highest bid of the markets, less our spread: what a conversion of type DEPOSIT brings.',
    answer: DepositRate,
    write: (rate) => `{"currency_pair":"${rate.pair}","sell_price":${format(rate, rate.bestForDeposit)}}`,
  },
];

function addOperation(app: App, context: MerchantContext, operation: Operation): void {
  // The busiest paths of the service: a body is written when a price has changed, not when somebody asks.
  const written = new Map<PairCode, { rate: Rate; body: string }>();
  const bodyOf = (pair: PairCode): string => {
    const rate = context.rates.get(pair);
    const known = written.get(pair);
    if (known?.rate === rate) return known.body;
    const body = operation.write(rate);
    written.set(pair, { rate, body });
    return body;
  };
  for (const method of ['POST', 'GET'] as const) {
    app.route({
      method,
      url: operation.path,
      config: operationConfig,
      // Not validated: an unknown pair is not found rather than malformed.
      validatorCompiler: () => () => true,
      schema: {
        summary: operation.summary,
        description: operation.description,
        tags,
        security,
        params: PairParams,
        response: { 200: operation.answer },
      },
      handler: (request, reply: FastifyReply) => {
        const pair = getPair((request.params as { currencyPairCode: string }).currencyPairCode);
        // Not returned: a handler that returns its reply makes Fastify wait for the end of the stream.
        void reply.header('content-type', 'application/json; charset=utf-8').send(bodyOf(pair));
      },
    });
  }
}

function getPair(code: string): PairCode {
  const pair = findPair(code);
  if (pair) return pair;
  throw problem('not_found', { detail: 'There is no such currency pair.' });
}

/** Exact: rates are whole numbers of the shown step. */
function format(rate: Rate, price: Price): string {
  const decimals = shownDecimalsOf(rate.pair);
  return formatAmount(rescale(price, priceDecimals, decimals, 'down'), decimals);
}

/** Nobody trades at a point of a chart; down is as good as up. */
const formatMiddle = (pair: PairCode, price: Price): string =>
  formatAmount(rescale(price, priceDecimals, shownDecimalsOf(pair), 'down'), shownDecimalsOf(pair));

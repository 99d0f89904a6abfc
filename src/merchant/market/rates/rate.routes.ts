import type { FastifyReply } from 'fastify';
import { formatAmount, rescale } from '../../../platform/money.ts';
import type { App } from '../../../platform/http/server.ts';
import { findPair, priceDecimals, type PairCode, type Price } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
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
import { merchantWords } from '../../details/merchant-words.rules.ts';

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
    // The API has a POST without a body; a body sent anyway is ignored.
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
        summary: 'Rate history',
        description: `Open, high, low and close of each step, at most 1 000 of them. One-minute steps are kept for 7 days, five-minute steps for 90 days, hourly steps without limit. A finer step over an older period returns only the points that were kept.`,
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

/** Bodies are built by hand, so that a price is the exact decimal used in trades, not a rounded double. */
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
    description:
      'The lowest ask of the markets, with our spread: the price of a conversion of type WITHDRAW.',
    answer: WithdrawRate,
    write: (rate) => `{"currency_pair":"${rate.pair}","buy_price":${format(rate, rate.bestForWithdraw)}}`,
  },
  {
    path: '/rates/:currencyPairCode/deposit',
    summary: 'Best rate for deposit transactions',
    description:
      'The highest bid of the markets, less our spread: the price of a conversion of type DEPOSIT.',
    answer: DepositRate,
    write: (rate) => `{"currency_pair":"${rate.pair}","sell_price":${format(rate, rate.bestForDeposit)}}`,
  },
];

function addOperation(app: App, context: MerchantContext, operation: Operation): void {
  // These are the busiest paths of the service, so a body is built once for each price change instead of each request.
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
      // Not validated: an unknown pair returns not_found instead of a validation error.
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
        // Not returned: if a handler returns its reply, Fastify waits for the end of the stream.
        void reply.header('content-type', 'application/json; charset=utf-8').send(bodyOf(pair));
      },
    });
  }
}

function getPair(code: string): PairCode {
  const pair = findPair(code);
  if (pair) return pair;
  throw problem('not_found', { say: merchantWords.noSuchCurrencyPair });
}

/** Exact, because rates are multiples of the shown step. */
function format(rate: Rate, price: Price): string {
  const decimals = shownDecimalsOf(rate.pair);
  return formatAmount(rescale(price, priceDecimals, decimals, 'down'), decimals);
}

/** Rounded down; chart points are not used in trades. */
const formatMiddle = (pair: PairCode, price: Price): string =>
  formatAmount(rescale(price, priceDecimals, shownDecimalsOf(pair), 'down'), shownDecimalsOf(pair));

import { IdempotencyHeaders } from '../../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../../platform/http/idempotency.ts';
import type { App } from '../../../platform/http/server.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { ConversionRequest, ConversionResponse } from './conversion.schemas.ts';
import { createConversion } from './create-conversion.ts';
import { openQuoteWriter, writeQuote } from './write-quotes.ts';

export function conversionRoutes(app: App, context: MerchantContext): void {
  const save = openQuoteWriter(context);
  app.post(
    '/conversions',
    {
      config: {
        scope: 'write',
        problems: problem.pick('not_found', 'rate_unavailable', 'open_limit_reached'),
      },
      schema: {
        summary: 'Create a conversion',
        description:
          'A quote at the best rate, valid for 60 s and for one order. The open quotes and unpaid payments of a PSP, of a coin and of all together are limited: beyond it the answer is 422 open_limit_reached. Rounded in the provider’s favour by less than one unit.',
        tags: ['Trading'],
        security: [{ bearer: [] }],
        headers: IdempotencyHeaders,
        body: ConversionRequest,
        response: { 200: ConversionResponse },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      // Only an idempotency key needs a transaction of its own.
      if (request.headers['idempotency-key'] === undefined) {
        return createConversion(save, context, pspId, request.body);
      }
      return idempotent(context, request, reply, `psp:${pspId}`, (tx) =>
        createConversion((quote) => writeQuote(tx, context, quote), context, pspId, request.body),
      );
    },
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { addFormParser } from '../../../platform/http/body-parsers.ts';
import { logFailure, toProblem } from '../../../platform/http/errors.ts';
import { pageLanguage, type Language } from '../../../platform/http/language.ts';
import { sendPage, type Html } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { leadToFormPage } from '../../../platform/pages/form-address.routes.ts';
import { webFileRoutes } from '../../../platform/pages/web-file.routes.ts';
import { readWebFile } from '../../../platform/pages/web-file.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { CheckoutStreams } from './checkout-streams.ts';
import { drawCheckout, drawMessage } from './checkout.page.ts';
import { chooseCoin } from './choose-coin.ts';
import { legacyAddressFault } from '../read-refund-address.ts';
import { giveRefundAddress } from './give-refund-address.ts';
import { findCheckout } from './find-checkout.ts';
import { progressRoutes } from './progress.routes.ts';
import { sendTestCoins } from './send-test-coins.ts';
import type { CheckoutTexts } from './texts/checkout-texts.ts';
import { checkoutTexts } from './texts/translations.ts';
import { Type } from '../../../platform/http/type.ts';

export const checkoutStylesheet = readWebFile('/pay', 'checkout', 'css', [
  'design/tokens.css',
  'design/base.css',
  'checkout/checkout.css',
]);
const script = readWebFile('/pay', 'checkout', 'js', ['checkout/checkout.js']);

const Parameters = Type.Object({ id: Type.String() });
const Query = Type.Object({ lang: Type.Optional(Type.String({ maxLength: 20 })) });
const CoinForm = Type.Object({
  cryptocurrency_code: Type.String({ default: '' }),
  lang: Type.Optional(Type.String({ maxLength: 20 })),
});
const RefundAddressForm = Type.Object({
  refund_address: Type.String({ default: '', maxLength: 200 }),
  destination_tag: Type.Optional(Type.String({ maxLength: 20 })),
  lang: Type.Optional(Type.String({ maxLength: 20 })),
});
const TestCoinsForm = Type.Object({ lang: Type.Optional(Type.String({ maxLength: 20 })) });

/**
 * Messages for problems with a coin choice or test coins, by problem code. Other problems have no text of their own.
 */
const faults: Readonly<Record<string, keyof CheckoutTexts & `fault${string}`>> = {
  rate_unavailable: 'faultPrice',
  node_unavailable: 'faultPrice',
  open_limit_reached: 'faultPrice',
  invalid_input: 'faultCoin',
  not_found: 'faultCoin',
  payment_choice_limit: 'faultLimit',
};

/**
 * The hosted payment page. The address alone gives access: there is no token, and the page contains no customer data.
 */
export async function checkoutRoutes(
  app: App,
  context: MerchantContext,
  streams: CheckoutStreams,
): Promise<void> {
  // A scope of its own: forms need a body parser, and errors are rendered as HTML.
  await app.register(async (scope: App) => {
    addFormParser(scope);
    // Runs before the server waits for open connections, since streams end only on request.
    scope.addHook('preClose', async () => streams.close());
    webFileRoutes(scope, [checkoutStylesheet, script], { scope: 'none' });
    progressRoutes(scope, context, streams);
    pageRoutes(scope, context);
  });
}

function pageRoutes(app: App, context: MerchantContext): void {
  const show = async (
    reply: FastifyReply,
    id: string,
    language: Language,
    fault?: string,
  ): Promise<FastifyReply> => {
    const checkout = await findCheckout(context, id);
    if (!checkout) throw problem('not_found');
    const now = { version: checkout.version, nowMs: context.clock.nowMs() };
    const { title, body } = drawCheckout(checkout, language, now, fault);
    return send(reply, language, title, body, script.url);
  };
  /**
   * Redirects to the page after a form. A query parameter carries only problems that the payment's state does not show.
   */
  const answerForm = async (
    request: FastifyRequest,
    reply: FastifyReply,
    act: (id: string) => Promise<void>,
    own: Partial<typeof faults> = {},
  ): Promise<FastifyReply> => {
    const { id } = request.params as { id: string };
    const { lang } = request.body as { lang?: string };
    const language = languageOf(request, lang);
    try {
      await act(id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const fault = own[error.errors?.[0]?.code ?? ''] ?? own[error.code] ?? faults[error.code];
      if (error.status !== 409 && fault === undefined) throw error;
      if (fault !== undefined) {
        return show(
          reply.code(error.status).headers(error.headers),
          id,
          language,
          checkoutTexts[language][fault],
        );
      }
    }
    return reply.redirect(`/pay/${id}?lang=${language}`, 303);
  };

  app.get(
    '/pay/:id',
    {
      config: { scope: 'none' },
      errorHandler: sendFailure,
      schema: { hide: true, params: Parameters, querystring: Query },
    },
    (request, reply) => show(reply, request.params.id, languageOf(request, request.query.lang)),
  );
  app.post(
    '/pay/:id/coin',
    {
      config: { scope: 'none' },
      errorHandler: sendFailure,
      schema: { hide: true, params: Parameters, body: CoinForm },
    },
    (request, reply) =>
      answerForm(request, reply, (id) => chooseCoin(context, id, request.body.cryptocurrency_code)),
  );
  app.post(
    '/pay/:id/refund-address',
    {
      config: { scope: 'none' },
      errorHandler: sendFailure,
      schema: { hide: true, params: Parameters, body: RefundAddressForm },
    },
    (request, reply) => {
      const { refund_address, destination_tag: tag = '' } = request.body;
      const input = { refund_address: refund_address.trim(), destination_tag: tag === '' ? null : tag };
      return answerForm(request, reply, (id) => giveRefundAddress(context, id, input), {
        invalid_input: 'faultRefundAddress',
        [legacyAddressFault]: 'faultLegacyAddress',
      });
    },
  );
  const pageOf = (request: FastifyRequest): string =>
    `/pay/${encodeURIComponent((request.params as { id: string }).id)}`;
  for (const name of ['coin', 'refund-address', ...(context.settings.SIMULATED_CHAINS ? ['test-coins'] : [])])
    leadToFormPage(app, `/pay/:id/${name}`, pageOf, { scope: 'none' });
  if (!context.settings.SIMULATED_CHAINS) return;
  app.post(
    '/pay/:id/test-coins',
    {
      config: { scope: 'none' },
      errorHandler: sendFailure,
      schema: { hide: true, params: Parameters, body: TestCoinsForm },
    },
    (request, reply) => answerForm(request, reply, (id) => sendTestCoins(context, id)),
  );
}

const languageOf = (request: FastifyRequest, asked: string | undefined): Language =>
  pageLanguage(asked, request.headers['accept-language']);

function send(reply: FastifyReply, language: Language, title: string, body: Html, scriptUrl?: string) {
  return sendPage(reply, {
    title,
    language,
    body,
    stylesheet: checkoutStylesheet.url,
    ...(scriptUrl === undefined ? {} : { script: scriptUrl }),
  });
}

/** Renders an error as a sentence for the customer instead of JSON. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const shown = toProblem(error);
  logFailure(error, shown, request);
  const query = request.query as { lang?: unknown } | undefined;
  const language = languageOf(request, typeof query?.lang === 'string' ? query.lang : undefined);
  const texts = checkoutTexts[language];
  const [title, text] =
    shown.status === 404
      ? [texts.unknownTitle, texts.unknown]
      : shown.status === 429 || shown.status === 503
        ? [texts.busyTitle, texts.busy]
        : [texts.brokenTitle, texts.broken];
  const { id } = request.params as { id?: string };
  const again = shown.status === 404 || id === undefined ? undefined : `/pay/${encodeURIComponent(id)}`;
  void send(
    reply.code(shown.status).headers(shown.headers),
    language,
    title,
    drawMessage(language, title, text, again),
  );
}

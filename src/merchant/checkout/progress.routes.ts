import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageLanguage, type Language } from '../../platform/http/language.ts';
import type { App } from '../../platform/http/server.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { CheckoutStreams } from './checkout-streams.ts';
import { drawState, partNames } from './checkout.page.ts';
import { findCheckout, type FoundCheckout } from './find-checkout.ts';
import { Type } from '../../platform/http/type.ts';

const Parameters = Type.Object({ id: Type.String() });
const Query = Type.Object({
  lang: Type.Optional(Type.String({ maxLength: 20 })),
  /** What the page shows already. */
  version: Type.Optional(Type.String({ maxLength: 100 })),
});

/** What a page may have unsent before it is cut; its script asks instead. */
const unsentLimitBytes = 64 * 1024;
/** How long the other end may take to go; a process that stops does not wait longer. */
const farewellMs = 1500;

/** How the page learns what becomes of the payment: by a stream, or by asking. */
export function progressRoutes(app: App, context: MerchantContext, streams: CheckoutStreams): void {
  app.get(
    '/pay/:id/state',
    { config: { scope: 'none' }, schema: { hide: true, params: Parameters, querystring: Query } },
    async (request) => {
      const checkout = await findCheckout(context, request.params.id);
      if (!checkout) throw problem('not_found');
      const language = languageOf(request, request.query.lang);
      return describe(checkout, language, context.clock.nowMs(), request.query.version);
    },
  );
  app.route({
    method: 'GET',
    url: '/pay/:id/events',
    exposeHeadRoute: false,
    config: { scope: 'none' },
    schema: { hide: true, params: Parameters, querystring: Query },
    handler: (request, reply) => {
      const { lang, version } = request.query;
      const shown = request.headers['last-event-id']?.toString() ?? version;
      const language = languageOf(request, lang);
      const render = (checkout: FoundCheckout): string =>
        JSON.stringify(describe(checkout, language, context.clock.nowMs()));
      return stream(context, streams, { paymentId: request.params.id, shown, render }, reply);
    },
  });
}

const languageOf = (request: FastifyRequest, asked: string | undefined): Language =>
  pageLanguage(asked, request.headers['accept-language']);

/** The page's pieces as the server draws them; not where the page shows them already. */
function describe(checkout: FoundCheckout, language: Language, nowMs: number, shown?: string) {
  const { version, view } = checkout;
  const known = {
    version,
    now: nowMs,
    expires: view.expiresAt.getTime(),
    payment_status: view.status,
  };
  if (version === shown) return known;
  const { title, announcement, redirectUrl, parts } = drawState(checkout, language);
  return {
    ...known,
    title,
    announcement,
    redirect_url: redirectUrl,
    parts: Object.fromEntries(partNames.map((name) => [name, parts[name].text])),
  };
}

interface Viewer {
  readonly paymentId: string;
  /** The version that the page shows already. */
  readonly shown: string | undefined;
  readonly render: (checkout: FoundCheckout) => string;
}

async function stream(
  context: MerchantContext,
  streams: CheckoutStreams,
  { paymentId, shown, render }: Viewer,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const output = new PassThrough();
  const fits = (): boolean => output.writableLength + output.readableLength <= unsentLimitBytes;
  const beat = (nowMs: number): boolean => {
    output.write(`event: beat\ndata: {"now":${nowMs}}\n\n`);
    return fits();
  };
  const first = Promise.withResolvers<boolean>();
  let begun = false;
  let lastVersion = shown;
  const remove = streams.add({
    paymentId,
    beat,
    show(checkout) {
      if (checkout.version !== lastVersion) {
        lastVersion = checkout.version;
        output.write(`id: ${checkout.version}\nevent: state\ndata: ${render(checkout)}\n\n`);
      }
      if (!begun) beat(context.clock.nowMs());
      begun = true;
      first.resolve(true);
      return fits();
    },
    end() {
      first.resolve(false);
      output.end();
      if (!begun) return;
      setTimeout(() => reply.raw.destroy(), farewellMs).unref();
    },
  });
  output.write('retry: 3000\n\n');
  output.on('close', remove);
  reply.raw.on('close', remove);
  // Not before the payment is known to exist: after that there is no other status to answer with.
  if (!(await first.promise)) throw problem('not_found');
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
    .send(output);
}

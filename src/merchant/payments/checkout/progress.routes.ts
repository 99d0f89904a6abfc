import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageLanguage, type Language } from '../../../platform/http/language.ts';
import type { App } from '../../../platform/http/server.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { CheckoutStreams } from './checkout-streams.ts';
import { drawState, partNames } from './checkout.page.ts';
import { findCheckout, type FoundCheckout } from './find-checkout.ts';
import { Type } from '../../../platform/http/type.ts';

const Parameters = Type.Object({ id: Type.String() });
const Query = Type.Object({
  lang: Type.Optional(Type.String({ maxLength: 20 })),
  /** The version that the page already shows. */
  version: Type.Optional(Type.String({ maxLength: 100 })),
});

/** Unsent bytes after which a stream is closed. Its script polls instead. */
const unsentLimitBytes = 64 * 1024;
/** Time in milliseconds for the browser to close a stream. A stopping process does not wait longer. */
const farewellMs = 1500;

/** Registers the two ways in which a page learns of changes: a stream, and polling. */
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

/** Returns the rendered parts of the page, or none if the page already shows this version. */
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
  // The payment must be known to exist before the headers are sent, because the status cannot change afterwards.
  if (!(await first.promise)) throw problem('not_found');
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
    .send(output);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { addFormParser } from '../../../../platform/http/body-parsers.ts';
import { pageLanguage, type Language } from '../../../../platform/http/language.ts';
import { sendPage } from '../../../../platform/http/page.ts';
import type { App } from '../../../../platform/http/server.ts';
import { Type } from '../../../../platform/http/type.ts';
import { fill } from '../../../../platform/pages/fill-text.ts';
import { ProblemError } from '../../../../platform/problem.ts';
import { coins } from '../../../assets/asset.rules.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { checkoutStylesheet, sendFailure } from '../checkout.routes.ts';
import { readRefundAddress, refuseLegacyAddress } from '../../read-refund-address.ts';
import { claimTexts } from './claim-texts.ts';
import {
  claimAddress,
  drawClaim,
  drawReview,
  drawUnknown,
  faultOf,
  sayer,
  type DrawnPage,
  type Typed,
} from './claim.page.ts';
import { claimRefundLink } from '../../refunds/links/claim-refund-link.ts';
import { findClaimedLink } from '../../refund-links/read-refund-links.ts';
import { readClaim } from './read-claim.ts';
import type { RefundLink } from '../../refund-links/refund-link.rules.ts';

const Query = Type.Object({
  token: Type.String({ default: '', maxLength: 200 }),
  lang: Type.Optional(Type.String({ maxLength: 20 })),
});
const ClaimForm = Type.Object({
  token: Type.String({ default: '', maxLength: 200 }),
  lang: Type.Optional(Type.String({ maxLength: 20 })),
  refund_address: Type.String({ default: '', maxLength: 200 }),
  destination_tag: Type.String({ default: '', maxLength: 20 }),
  confirmed: Type.Optional(Type.String({ maxLength: 20 })),
});

/**
 * The page on which the customer claims a refund. The token is the only proof, so it is sent in the query or in a form,
 * which are in no log line.
 */
export async function claimRoutes(app: App, context: MerchantContext): Promise<void> {
  await app.register(async (scope: App) => {
    addFormParser(scope);
    const config = { scope: 'none' } as const;
    scope.get(
      '/pay/refund',
      { config, errorHandler: sendFailure, schema: { hide: true, querystring: Query } },
      async (request, reply) => {
        const { token, lang } = request.query;
        const language = languageOf(request, lang);
        const link = await findClaimedLink(context, token);
        if (!link) return send(reply.code(404), language, drawUnknown(language, token));
        const view = await readClaim(context, link);
        return send(reply, language, drawClaim({ view, language, token }));
      },
    );
    scope.post(
      '/pay/refund',
      { config, errorHandler: sendFailure, schema: { hide: true, body: ClaimForm } },
      async (request, reply) => {
        const { token, lang, confirmed, refund_address, destination_tag } = request.body;
        const language = languageOf(request, lang);
        const link = await findClaimedLink(context, token);
        if (!link) return send(reply.code(404), language, drawUnknown(language, token));
        const typed = { address: refund_address.trim(), tag: destination_tag.trim() };
        try {
          const page = await takeAddress(context, { link, token, language }, typed, confirmed === 'yes');
          return page ? send(reply, language, page) : reply.redirect(claimAddress(token, language), 303);
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          if (error.code === 'refund_link_ended') return reply.redirect(claimAddress(token, language), 303);
          context.log.info({ refundLink: link.id, code: error.code }, 'a claim of a refund link was refused');
          const view = await readClaim(context, link);
          const faults = faultsOf(error, link, language);
          const notice =
            Object.keys(faults).length > 0 ? undefined : sayer({ view, language })(faultOf(error));
          const page = drawClaim({ view, language, token }, { ...typed, faults }, notice);
          return send(reply.code(error.status).headers(error.headers), language, page);
        }
      },
    );
  });
}

/** Claims the link if the customer has confirmed. Otherwise only checks the address and returns the question. */
async function takeAddress(
  context: MerchantContext,
  {
    link,
    token,
    language,
  }: { readonly link: RefundLink; readonly token: string; readonly language: Language },
  { address, tag }: Omit<Typed, 'faults'>,
  isConfirmed: boolean,
): Promise<DrawnPage | undefined> {
  const input = { refund_address: address, destination_tag: tag === '' ? null : tag };
  if (isConfirmed) {
    await claimRefundLink(context, link, input);
    return undefined;
  }
  refuseLegacyAddress(link.coin, address);
  const to = await readRefundAddress(context.sql, context.chains.get(link.coin), input);
  const view = await readClaim(context, link, address);
  if (view.offer === null) return undefined;
  if (view.offer instanceof ProblemError) throw view.offer;
  const typed = { address: to.address, tag: to.destinationTag ?? '', faults: {} };
  return drawReview({ view, language, token }, typed, view.offer.sentMinor);
}

/** Faults for which customers get a simpler message than clients of the API. */
const typingFaults: ReadonlySet<string> = new Set(['malformed', 'bad_checksum', 'too_short']);

/** Returns the faults of the typed address and tag. Other faults, such as a limit, are not the customer's. */
function faultsOf(error: ProblemError, { coin }: RefundLink, language: Language): Typed['faults'] {
  const values = { coin: coins[coin].name };
  const labels: Readonly<Record<string, string>> = {
    refund_address: fill(claimTexts.addressLabel[language], values),
    destination_tag: claimTexts.tag[language],
  };
  const found = error.show(language).errors ?? [];
  return Object.fromEntries(
    found.flatMap(({ field, code, message }) => {
      const label = labels[field];
      if (label === undefined) return [];
      const isMistyped = field === 'refund_address' && typingFaults.has(code);
      return [[field, isMistyped ? fill(claimTexts.faultAddress[language], values) : `${label}: ${message}`]];
    }),
  );
}

const languageOf = (request: FastifyRequest, asked: string | undefined): Language =>
  pageLanguage(asked, request.headers['accept-language']);

const send = (reply: FastifyReply, language: Language, { title, body }: DrawnPage): FastifyReply =>
  sendPage(reply.header('x-robots-tag', 'noindex'), {
    title,
    language,
    body,
    stylesheet: checkoutStylesheet.url,
  });

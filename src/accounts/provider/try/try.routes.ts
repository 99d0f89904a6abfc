import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { addFormParser } from '../../../platform/http/body-parsers.ts';
import { pageLanguage, type Language } from '../../../platform/http/language.ts';
import { html, sendPage, type Html } from '../../../platform/http/page.ts';
import { readHostCookie, writeHostCookie } from '../../../platform/http/edge/host-cookie.ts';
import type { App } from '../../../platform/http/server.ts';
import { drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { addQuery } from '../../../platform/pages/link-query.ts';
import { newToken } from '../../../platform/tokens/opaque-token.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { callbackOf, sandboxSecret, type SandboxClient } from '../clients/sandbox-clients.ts';
import { protocolPath } from '../protocol/configuration.ts';
import type { Brand } from '../hosted/brand.ts';
import { fieldsOf } from '../protocol/provider.rules.ts';
import { hostedPage } from '../hosted/hosted-page.ts';
import { tryTexts } from './try-texts.ts';

const cookie = 'praca_try';
const begunSeconds = 600;
const webClients = ['sandbox-web', 'sandbox-server'] as const;

interface Tokens {
  id_token?: string;
  access_token?: string;
  refresh_token?: string;
  error?: string;
  error_description?: string;
}

/** The sandbox's applications: each signs in at this server as any application would, and shows what it got. */
export function tryRoutes(app: App, context: AccountsContext, brand: Brand): void {
  addFormParser(app);
  const hidden = { schema: { hide: true } };
  const post = async (
    path: string,
    form: Record<string, string>,
  ): Promise<Tokens & Record<string, unknown>> => {
    const answer = await app.inject({
      method: 'POST',
      url: `/accounts${protocolPath}${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(form['client_id'] === 'sandbox-server'
          ? { authorization: `Basic ${Buffer.from(`sandbox-server:${sandboxSecret}`).toString('base64')}` }
          : {}),
      },
      payload: new URLSearchParams(form).toString(),
    });
    return answer.json();
  };
  const show = (request: FastifyRequest, reply: FastifyReply, draw: (say: TrySay) => [string, Html]) => {
    const lang = fieldsOf(request.query)('lang');
    const language = pageLanguage(lang === '' ? undefined : lang, request.headers['accept-language']);
    const [title, body] = draw((text) => tryTexts[text][language]);
    return sendPage(reply, hostedPage(brand, { language, title, body }));
  };
  const showTokens = (request: FastifyRequest, reply: FastifyReply, id: SandboxClient, tokens: Tokens) =>
    show(request, reply, (say) =>
      tokens.id_token === undefined
        ? [say('failed'), html`<p class="wrap">${tokens.error_description ?? tokens.error}</p>`]
        : [say('done'), drawTokens(say, context, id, tokens)],
    );

  for (const id of webClients) {
    app.get(`/try/${id}`, hidden, (_request, reply) => {
      const [verifier, state] = [newToken(), newToken()];
      void reply.header(
        'set-cookie',
        writeHostCookie(context.publicUrl, cookie, `${state}.${verifier}`, begunSeconds),
      );
      return reply.redirect(
        addQuery(`${context.baseUrl}${protocolPath}/auth`, {
          client_id: id,
          response_type: 'code',
          redirect_uri: callbackOf(context, id),
          scope: 'openid profile email',
          state,
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
        }),
        303,
      );
    });
    app.get(`/try/${id}/callback`, hidden, async (request, reply) => {
      const query = fieldsOf(request.query);
      const [state, verifier = ''] =
        readHostCookie(context.publicUrl, cookie, request.headers.cookie)?.split('.') ?? [];
      if (query('code') === '' || query('state') !== state) {
        return showTokens(request, reply, id, {
          error: query('error_description') || query('error') || 'state',
        });
      }
      const tokens = await post('/token', {
        grant_type: 'authorization_code',
        client_id: id,
        code: query('code'),
        redirect_uri: callbackOf(context, id),
        code_verifier: verifier,
      });
      return showTokens(request, reply, id, tokens);
    });
  }

  app.get('/try/sandbox-device', hidden, async (request, reply) => {
    const begun = await post('/device', { client_id: 'sandbox-device', scope: 'openid profile email' });
    return show(request, reply, (say) => [say('device'), drawDevice(say, begun as unknown as Device)]);
  });
  app.post('/try/sandbox-device', hidden, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const device = fieldsOf(request.body)('device_code');
    const tokens = await post('/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'sandbox-device',
      device_code: device,
    });
    if (tokens.error !== 'authorization_pending') return showTokens(request, reply, 'sandbox-device', tokens);
    const begun = {
      device_code: device,
      user_code: fields('user_code'),
      verification_uri_complete: addQuery(`${context.baseUrl}/device`, { user_code: fields('user_code') }),
    };
    return show(request, reply, (say) => [say('device'), drawDevice(say, begun, say('waiting'))]);
  });
}

/** Renders the applications for the front page. */
export const drawTries = (language: Language): Html =>
  html`<p>${tryTexts.title[language]}</p>
    <ul>
      ${(
        [
          ['sandbox-web', 'web'],
          ['sandbox-server', 'server'],
          ['sandbox-device', 'tv'],
        ] as const
      ).map(
        ([id, name]) =>
          html`<li>
            ${tryTexts[name][language]}:
            <a
              href="/accounts/try/${id}"
              aria-label="${tryTexts.tryIt[language]}: ${tryTexts[name][language]}"
              >${tryTexts.tryIt[language]}</a
            >
          </li>`,
      )}
    </ul>`;

type TrySay = (text: keyof typeof tryTexts) => string;

interface Device {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}

const drawDevice = (say: TrySay, device: Device, note?: string): Html =>
  html`<p>${say('deviceText')}</p>
    <p class="code"><strong>${device.user_code}</strong></p>
    ${note !== undefined && html`<p class="soft">${note}</p>`}
    <p><a class="button" href="${device.verification_uri_complete}" target="_blank">${say('confirm')}</a></p>
    <form class="form" method="post" action="/accounts/try/sandbox-device">
      ${drawHidden('device_code', device.device_code)} ${drawHidden('user_code', device.user_code)}
      <button type="submit" class="plain">${say('check')}</button>
    </form>`;

function drawTokens(say: TrySay, context: AccountsContext, id: SandboxClient, tokens: Tokens): Html {
  const claims = decodeJwt(tokens.id_token ?? '');
  const out = addQuery(`${context.baseUrl}${protocolPath}/end-session`, {
    id_token_hint: tokens.id_token ?? '',
    ...(id === 'sandbox-device' ? {} : { post_logout_redirect_uri: `${context.publicUrl}/` }),
  });
  return html`<p>${say('doneText')}</p>
    <dl class="facts">
      ${Object.entries(claims).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd class="wrap">${String(value)}</dd>`,
      )}
    </dl>
    <p><a class="button plain" href="${out}">${say('signOut')}</a></p>`;
}

import type { FastifyReply } from 'fastify';
import { html } from '../../../platform/http/page.ts';
import { send, type Flow } from './flow.routes.ts';
import { drawFlowForm } from './sign-in.page.ts';
import { readRequest } from './requested.rules.ts';

/** Says in words who asks for what. */
export function sendConsent(flow: Flow, email: string): FastifyReply {
  const { say, client, interaction, paths } = flow;
  const name = client?.clientName ?? client?.clientId ?? '';
  const { scopes, resources } = readRequest(interaction);
  const redirectUri = interaction?.params['redirect_uri'];
  const wishes = [
    say('scopeOpenid'),
    ...(scopes.includes('profile') ? [say('scopeProfile')] : []),
    ...(scopes.includes('email') ? [say('scopeEmail')] : []),
    ...(scopes.includes('offline_access') ? [say('scopeOffline')] : []),
    ...Object.entries(resources).map(([resource, wanted]) =>
      say('scopeOther', { resource: URL.parse(resource)?.host ?? resource, scope: wanted.join(', ') }),
    ),
  ];
  return send(flow, {
    title: say('consent', { client: name }),
    path: paths.start,
    body: html`<p class="wrap">${say('consentText', { client: name, email })}</p>
      <ul>
        ${wishes.map((wish) => html`<li>${wish}</li>`)}
      </ul>
      ${drawFlowForm(flow, `${paths.start}/consent`, html`<button type="submit">${say('allow')}</button>`)}
      ${drawFlowForm(
        flow,
        `${paths.start}/cancel`,
        html`<button type="submit" class="plain">${say('deny')}</button>`,
      )}
      ${
        typeof redirectUri === 'string' &&
        html`<p class="soft small wrap">
          ${say('consentEnd', { address: URL.parse(redirectUri)?.host || redirectUri })}
        </p>`
      }`,
  });
}

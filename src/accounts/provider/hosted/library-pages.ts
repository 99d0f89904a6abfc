import type { KoaContextWithOIDC } from 'oidc-provider';
import { clientNetworkOf } from '../../../platform/http/edge/client-network.ts';
import { pageLanguage, type Language } from '../../../platform/http/language.ts';
import { drawPage, html, type Html } from '../../../platform/http/page.ts';
import { drawField, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { drawNotice } from '../../../platform/pages/parts.page.ts';
import { providerRequest } from '../artefacts/provider-request.ts';
import { devicePath, protocolPath } from '../protocol/configuration.ts';
import type { ProviderPages } from '../open-provider.ts';
import { formTarget, textOf } from '../protocol/provider.rules.ts';
import type { Brand } from './brand.ts';
import { hostedPage, sayIn, type HostedPage, type Say } from './hosted-page.ts';

/** Returns the language that the request asks for, or the browser's. */
export const languageOf = (uiLocales: unknown, acceptLanguage: string | undefined): Language =>
  pageLanguage(
    textOf(uiLocales)
      .split(' ')
      .map((locale) => locale.slice(0, 2).toLowerCase())
      .find((locale) => ['en', 'pt', 'de'].includes(locale)),
    acceptLanguage,
  );

/** The pages that the library asks for: the code of a device, signing out, and errors. */
export function libraryPages(brand: Brand, isSandbox: boolean): ProviderPages {
  const send = (ctx: KoaContextWithOIDC, draw: (say: Say) => Omit<HostedPage, 'language'>): void => {
    const language = languageOf(ctx.oidc.params?.['ui_locales'], ctx.get('accept-language'));
    const page = hostedPage(brand, { ...draw(sayIn(language)), language });
    const sources = ["'self'", ...(page.formTargets ?? [])].join(' ');
    ctx.set(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src ${["'self' data:", ...(page.pictureOrigins ?? [])].join(' ')}; form-action ${sources}; base-uri 'none'; frame-ancestors 'none'`,
    );
    ctx.set('referrer-policy', 'no-referrer');
    ctx.type = 'html';
    ctx.body = drawPage(page, { isSandbox, isAnswer: ctx.method === 'POST' });
  };
  const tokenOf = (ctx: KoaContextWithOIDC): Html =>
    drawHidden('xsrf', textOf(ctx.oidc.session?.state?.['secret']));

  return {
    deviceFlow: {
      userCodeInputSource(ctx, _form, _out, error) {
        const isAborted = error?.name === 'AbortedError';
        const fault = ctx.status === 429 ? 'deviceTooMany' : 'deviceWrong';
        send(ctx, (say) => ({
          title: say('device'),
          body: html`${error !== undefined && !isAborted && drawNotice(say(fault), 'bad')}
            <p>${say('deviceText')}</p>
            <form class="form" method="post" action="/accounts${devicePath}">
              ${tokenOf(ctx)}
              ${drawField({ name: 'user_code', label: say('code'), isCode: true, maxLength: 20, autofocus: true })}
              <button type="submit">${say('goOn')}</button>
            </form>`,
        }));
      },
      userCodeConfirmSource(ctx, _form, client, deviceInfo, userCode) {
        const network = clientNetworkOf(textOf(deviceInfo['ip']));
        send(ctx, (say) => ({
          title: say('deviceConfirm'),
          client,
          body: html`<p>
              ${say('deviceConfirmText', { client: client.clientName ?? client.clientId, network })}
            </p>
            <p class="code"><strong>${userCode}</strong></p>
            ${drawNotice(say('deviceWarning'), 'warn')}
            <form class="form" method="post" action="/accounts${devicePath}">
              ${tokenOf(ctx)} ${drawHidden('user_code', userCode)}
              <button type="submit" name="confirm" value="yes">${say('goOn')}</button>
              <button type="submit" class="plain" name="abort" value="yes">${say('cancel')}</button>
            </form>`,
        }));
      },
      successSource(ctx) {
        send(ctx, (say) => ({
          title: say('deviceDone'),
          client: ctx.oidc.client,
          body: html`<p>${say('deviceDoneText')}</p>`,
        }));
      },
    },
    rpInitiatedLogout: {
      logoutSource(ctx) {
        const target = ctx.oidc.session?.state?.['postLogoutRedirectUri'];
        send(ctx, (say) => ({
          title: say('signOutTitle'),
          client: ctx.oidc.client,
          formTargets: typeof target === 'string' ? [formTarget(target)] : [],
          body: html`<p>${say('signOutText')}</p>
            <form class="form" method="post" action="/accounts${protocolPath}/end-session/confirm">
              ${tokenOf(ctx)}
              <button type="submit" name="logout" value="yes">${say('signOut')}</button>
              <button type="submit" class="plain">${say('staySignedIn')}</button>
            </form>`,
        }));
      },
      postLogoutSuccessSource(ctx) {
        send(ctx, (say) => ({ title: say('signedOut'), body: html`<p>${say('signedOutText')}</p>` }));
      },
    },
    renderError(ctx, out, error) {
      const requestId = providerRequest.getStore()?.requestId ?? '';
      const isExpired = error.name === 'SessionNotFound';
      const reason = ctx.status >= 500 ? 'failedServer' : isExpired ? 'failedExpired' : 'failedRequest';
      send(ctx, (say) => ({
        title: say('failed'),
        body: html`<p>${say(reason)}</p>
          <p class="soft small wrap">
            ${say('forSupport', { error: out.error_description ?? out.error, request: requestId })}
          </p>`,
      }));
    },
  };
}

import type { Language } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { addQuery } from '../../../platform/pages/link-query.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { alertBox, passwordField, type FoundLink } from '../../pages/link-pages/link-pages.ts';
import { addLinkPage } from '../../pages/link-pages/add-link-page.ts';
import { pageTexts } from '../../pages/link-pages/page-texts.ts';
import { confirmAddress, findConfirmation } from './confirm-address.ts';

export function confirmPages(app: App, context: AccountsContext): void {
  addLinkPage(app, {
    name: 'confirm',
    title: (texts) => texts.confirmTitle,
    gone: (texts) => texts.confirmGone,
    form,
    find: (token) => findConfirmation(context, token),
    async submit({ token, password }, visitor, language) {
      const { email } = await confirmAddress(context, { token, password }, visitor);
      const texts = pageTexts[language];
      return { title: texts.confirmedTitle, text: fill(texts.confirmed, { email }) };
    },
    faultOf: (error, language) =>
      error.code === 'link_invalid' ? undefined : pageTexts[language].confirmWrong,
  });
}

function form(language: Language, token: string, { email }: FoundLink, fault?: string): Html {
  const texts = pageTexts[language];
  return html`<p>${fill(texts.confirmIntroduction, { email })}</p>
    ${alertBox(fault)}
    <form class="form" method="post" action="${addQuery('confirm', { token })}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      <input type="email" name="username" value="${email}" autocomplete="username" hidden />
      ${passwordField(texts.confirmPassword, fault)}
      <button type="submit">${texts.confirmButton}</button>
    </form>`;
}

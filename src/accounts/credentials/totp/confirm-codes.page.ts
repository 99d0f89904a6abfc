import type { Language } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { addQuery } from '../../../platform/pages/link-query.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { addLinkPage } from '../../pages/link-pages/add-link-page.ts';
import type { FoundLink } from '../../pages/link-pages/link-pages.ts';
import { pageTexts } from '../../pages/link-pages/page-texts.ts';
import { confirmCodes, findConfirmationUser } from './check-totp.ts';

/** The page of the mailed link that allows app codes again after too many wrong codes. */
export function confirmCodesPage(app: App, context: AccountsContext): void {
  addLinkPage(app, {
    name: 'confirm-codes',
    title: (texts) => texts.codesTitle,
    gone: (texts) => texts.codesGone,
    form,
    find: (token) => findConfirmationUser(context, token),
    async submit({ token }, visitor, language) {
      await confirmCodes(context, token, visitor);
      const texts = pageTexts[language];
      return { title: texts.codesDoneTitle, text: texts.codesDone };
    },
    faultOf: () => undefined,
  });
}

function form(language: Language, token: string, { email }: FoundLink): Html {
  const texts = pageTexts[language];
  return html`<p>${fill(texts.codesIntroduction, { email })}</p>
    <form class="form" method="post" action="${addQuery('confirm-codes', { token })}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      <button type="submit">${texts.codesButton}</button>
    </form>`;
}

import type { Language } from '../../platform/http/language.ts';
import { html, type Html } from '../../platform/http/page.ts';
import type { App } from '../../platform/http/server.ts';
import { addQuery } from '../../platform/pages/link-query.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { addLinkPage } from '../link-pages/add-link-page.ts';
import { alertBox, passwordField, type FoundLink } from '../link-pages/link-pages.ts';
import { pageTexts } from '../link-pages/page-texts.ts';
import { confirmEmailChange, findEmailChange } from './confirm-email-change.ts';
import { findWayBack, putEmailBack } from './put-email-back.ts';

/** Where the links of the mails about a change of address lead: the one to the new address, and the way back. */
export function emailChangePages(app: App, context: AccountsContext): void {
  addLinkPage(app, {
    name: 'new-address',
    title: (texts) => texts.addressTitle,
    gone: (texts) => texts.addressGone,
    form: confirmForm,
    find: (token) => findEmailChange(context, token),
    async submit({ token, password }, visitor, language) {
      const { email } = await confirmEmailChange(context, { token, password }, visitor);
      const texts = pageTexts[language];
      return { title: texts.addressDoneTitle, text: texts.addressDone.replace('{email}', email) };
    },
    faultOf: (error, language) =>
      error.code === 'link_invalid' ? undefined : pageTexts[language].addressWrong,
  });

  addLinkPage(app, {
    name: 'old-address',
    title: (texts) => texts.backTitle,
    gone: (texts) => texts.backGone,
    form: backForm,
    find: (token) => findWayBack(context, token),
    async submit({ token }, visitor, language) {
      await putEmailBack(context, token, visitor);
      const texts = pageTexts[language];
      return { title: texts.backDoneTitle, text: texts.backDone };
    },
    faultOf: (error, language) => (error.code === 'email_taken' ? pageTexts[language].backTaken : undefined),
  });
}

function confirmForm(language: Language, token: string, found: FoundLink, fault?: string): Html {
  const texts = pageTexts[language];
  const introduction = found.asksPassword ? texts.addressIntroduction : texts.addressBareIntroduction;
  return html`<p>${introduction.replace('{email}', found.email)}</p>
    ${alertBox(fault)}
    <form class="form" method="post" action="${addQuery('new-address', { token })}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      ${
        // Without the address beside it: a password manager knows the account by the one from before.
        found.asksPassword ? passwordField(texts.confirmPassword, fault) : ''
      }
      <button type="submit">${texts.addressButton}</button>
    </form>`;
}

function backForm(language: Language, token: string, { email }: FoundLink, fault?: string): Html {
  const texts = pageTexts[language];
  return html`<p>${texts.backIntroduction.replace('{email}', email)}</p>
    ${alertBox(fault)}
    <form class="form" method="post" action="${addQuery('old-address', { token })}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      <button type="submit">${texts.backButton}</button>
    </form>`;
}

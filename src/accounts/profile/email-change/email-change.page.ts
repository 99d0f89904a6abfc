import type { Language } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { addQuery } from '../../../platform/pages/link-query.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { addLinkPage } from '../../pages/link-pages/add-link-page.ts';
import { alertBox, passwordField, type FoundLink } from '../../pages/link-pages/link-pages.ts';
import { pageTexts } from '../../pages/link-pages/page-texts.ts';
import { confirmEmailChange, findEmailChange } from './confirm-email-change.ts';
import { findRestoreLink, restoreEmail } from './put-email-back.ts';

/**
 * The pages of the links in mails about a change of address: the confirmation link to the new address and the restore
 * link to the old one.
 */
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
      return { title: texts.addressDoneTitle, text: fill(texts.addressDone, { email }) };
    },
    faultOf: (error, language) =>
      error.code === 'link_invalid' ? undefined : pageTexts[language].addressWrong,
  });

  addLinkPage(app, {
    name: 'old-address',
    title: (texts) => texts.backTitle,
    gone: (texts) => texts.backGone,
    form: backForm,
    find: (token) => findRestoreLink(context, token),
    async submit({ token }, visitor, language) {
      await restoreEmail(context, token, visitor);
      const texts = pageTexts[language];
      return { title: texts.backDoneTitle, text: texts.backDone };
    },
    faultOf: (error, language) => (error.code === 'email_taken' ? pageTexts[language].backTaken : undefined),
  });
}

function confirmForm(language: Language, token: string, found: FoundLink, fault?: string): Html {
  const texts = pageTexts[language];
  const introduction = found.asksPassword ? texts.addressIntroduction : texts.addressBareIntroduction;
  return html`<p>${fill(introduction, { email: found.email })}</p>
    ${alertBox(fault)}
    <form class="form" method="post" action="${addQuery('new-address', { token })}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      ${
        // Does not show the address in a field, because password managers know the account by the old address.
        found.asksPassword ? passwordField(texts.confirmPassword, fault) : ''
      }
      <button type="submit">${texts.addressButton}</button>
    </form>`;
}

function backForm(language: Language, token: string, { email }: FoundLink, fault?: string): Html {
  const texts = pageTexts[language];
  return html`<p>${fill(texts.backIntroduction, { email })}</p>
    ${alertBox(fault)}
    <form class="form" method="post" action="${addQuery('old-address', { token })}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      <button type="submit">${texts.backButton}</button>
    </form>`;
}

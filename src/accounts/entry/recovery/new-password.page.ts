import type { Language } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { addQuery } from '../../../platform/pages/link-query.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { alertBox, type FoundLink } from '../../pages/link-pages/link-pages.ts';
import { addLinkPage } from '../../pages/link-pages/add-link-page.ts';
import { pageTexts } from '../../pages/link-pages/page-texts.ts';
import { describeField } from '../../pages/document/problem-messages.ts';
import { findRecoveryUser, setNewPassword } from './set-new-password.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

export function newPasswordPages(app: App, context: AccountsContext): void {
  addLinkPage(app, {
    name: 'new-password',
    title: (texts) => texts.newTitle,
    gone: (texts) => texts.newGone,
    form,
    find: (token) => findRecoveryUser(context, token),
    async submit({ token, password, repeated }, visitor, language) {
      if (password !== repeated) throw invalidField('repeated', 'different', accountsWords.differsFromFirst);
      await setNewPassword(context, { token, password }, visitor);
      const texts = pageTexts[language];
      return { title: texts.newDoneTitle, text: texts.newDone };
    },
    faultOf(error, language) {
      const [fault] = error.faults ?? [];
      return fault && describeField(fault, language, pageTexts[language].thisPassword);
    },
  });
}

function form(language: Language, token: string, { email }: FoundLink, fault?: string): Html {
  const texts = pageTexts[language];
  const invalid = fault === undefined ? '' : html`aria-invalid="true"`;
  return html`<p>${fill(texts.newIntroduction, { email })}</p>
    ${alertBox(fault)}
    <form class="form" method="post" action="${addQuery('new-password', { token })}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      <input type="email" name="username" value="${email}" autocomplete="username" hidden />
      <div class="field">
        <label for="password">${texts.newPassword}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="8"
          required
          aria-describedby="${fault === undefined ? 'hint' : 'fault hint'}"
          ${invalid}
        />
        <p class="hint" id="hint">${texts.newHint}</p>
      </div>
      <div class="field">
        <label for="repeated">${texts.newRepeat}</label>
        <input
          id="repeated"
          name="repeated"
          type="password"
          autocomplete="new-password"
          required
          ${invalid}
        />
      </div>
      <button type="submit">${texts.newButton}</button>
    </form>`;
}

import { Type } from 'typebox';
import { html, sendPage, type Html } from '../../platform/http/page.ts';
import { chooseLanguage, pageLanguage, type Language } from '../../platform/http/language.ts';
import type { App } from '../../platform/http/server.ts';
import { invalidField, ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { visitorOf } from '../audit/visitor.ts';
import { alertBox, linkPages } from '../messages/account-page.ts';
import { pageTexts } from '../messages/page-texts.ts';
import { describeField } from '../messages/problem-messages.ts';
import { findRecoveryUser, setNewPassword } from './set-new-password.ts';

/** Without lengths: what is too long is told on a page, by the operation. */
const Query = Type.Object({
  token: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
});

const Form = Type.Object({
  token: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  repeated: Type.Optional(Type.String()),
});

/** Where the link of the recovery mail leads; only setting the password uses it up. */
export function newPasswordPages(app: App, context: AccountsContext): void {
  const pages = linkPages({
    name: 'new-password',
    title: (texts) => texts.newTitle,
    gone: (texts) => texts.newGone,
    form,
  });

  const read = { attachValidation: true, schema: { hide: true, querystring: Query } };
  app.get('/new-password', read, async (request, reply) => {
    if (request.validationError)
      return sendPage(reply, pages.gone(chooseLanguage(request.headers['accept-language'])));
    const { token = '', lang } = request.query;
    const language = pageLanguage(lang, request.headers['accept-language']);
    const user = await findRecoveryUser(context, token);
    if (!user) return sendPage(reply, pages.gone(language));
    return sendPage(reply, pages.form(language, token, user.email));
  });

  const write = { attachValidation: true, schema: { hide: true, body: Form } };
  app.post('/new-password', write, async (request, reply) => {
    if (request.validationError)
      return sendPage(reply, pages.gone(chooseLanguage(request.headers['accept-language'])));
    const { token = '', lang, password, repeated } = request.body;
    const language = pageLanguage(lang, request.headers['accept-language']);
    const texts = pageTexts[language];
    try {
      if (password !== repeated) throw invalidField('repeated', 'different', 'differs from the first');
      await setNewPassword(context, { token, password }, visitorOf(request));
      return sendPage(reply, pages.done(language, texts.newDoneTitle, texts.newDone));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.code === 'overloaded') return sendPage(reply, pages.busy(language));
      const user = error.code === 'link_invalid' ? undefined : await findRecoveryUser(context, token);
      const [fault] = error.errors ?? [];
      if (!user || !fault) return sendPage(reply, pages.gone(language));
      const said = describeField(fault, language, texts.thisPassword);
      return sendPage(reply, pages.form(language, token, user.email, said));
    }
  });
}

function form(language: Language, token: string, email: string, fault?: string): Html {
  const texts = pageTexts[language];
  const invalid = fault === undefined ? '' : html`aria-invalid="true"`;
  return html`<p>${texts.newIntroduction.replace('{email}', email)}</p>
    ${alertBox(fault)}
    <form method="post" action="new-password">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      <input type="email" name="username" value="${email}" autocomplete="username" hidden />
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
      <p class="soft" id="hint">${texts.newHint}</p>
      <label for="repeated">${texts.newRepeat}</label>
      <input id="repeated" name="repeated" type="password" autocomplete="new-password" required ${invalid} />
      <p><button type="submit">${texts.newButton}</button></p>
    </form>`;
}

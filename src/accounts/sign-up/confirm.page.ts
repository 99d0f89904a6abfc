import { Type } from 'typebox';
import { html, sendPage, type Html } from '../../platform/http/page.ts';
import { chooseLanguage, pageLanguage, type Language } from '../../platform/http/language.ts';
import type { App } from '../../platform/http/server.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { visitorOf } from '../audit/visitor.ts';
import { alertBox, linkPages } from '../messages/account-page.ts';
import { pageTexts } from '../messages/page-texts.ts';
import { confirmAddress, findConfirmation } from './confirm-address.ts';

/** Without lengths: what is too long is told on a page, by the operation. */
const Query = Type.Object({
  token: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
});

const Form = Type.Object({
  token: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
});

/** The mailed link leads here. Only the button uses it up: mail programs look at links by themselves. */
export function confirmPages(app: App, context: AccountsContext): void {
  const pages = linkPages({
    name: 'confirm',
    title: (texts) => texts.confirmTitle,
    gone: (texts) => texts.confirmGone,
    form,
  });

  const read = { attachValidation: true, schema: { hide: true, querystring: Query } };
  app.get('/confirm', read, async (request, reply) => {
    if (request.validationError)
      return sendPage(reply, pages.gone(chooseLanguage(request.headers['accept-language'])));
    const { token = '', lang } = request.query;
    const language = pageLanguage(lang, request.headers['accept-language']);
    const found = await findConfirmation(context, token);
    if (!found) return sendPage(reply, pages.gone(language));
    return sendPage(reply, pages.form(language, token, found.email));
  });

  const write = { attachValidation: true, schema: { hide: true, body: Form } };
  app.post('/confirm', write, async (request, reply) => {
    if (request.validationError)
      return sendPage(reply, pages.gone(chooseLanguage(request.headers['accept-language'])));
    const { token = '', lang, password } = request.body;
    const language = pageLanguage(lang, request.headers['accept-language']);
    const texts = pageTexts[language];
    try {
      const { email } = await confirmAddress(context, { token, password }, visitorOf(request));
      return sendPage(
        reply,
        pages.done(language, texts.confirmedTitle, texts.confirmed.replace('{email}', email)),
      );
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.code === 'overloaded') return sendPage(reply, pages.busy(language));
      const found = error.code === 'link_invalid' ? undefined : await findConfirmation(context, token);
      if (!found) return sendPage(reply, pages.gone(language));
      return sendPage(reply, pages.form(language, token, found.email, texts.confirmWrong));
    }
  });
}

function form(language: Language, token: string, email: string, fault?: string): Html {
  const texts = pageTexts[language];
  return html`<p>${texts.confirmIntroduction.replace('{email}', email)}</p>
    ${alertBox(fault)}
    <form method="post" action="confirm">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="lang" value="${language}" />
      <input type="email" name="username" value="${email}" autocomplete="username" hidden />
      <label for="password">${texts.confirmPassword}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        ${fault === undefined ? '' : html`aria-invalid="true" aria-describedby="fault"`}
      />
      <p><button type="submit">${texts.confirmButton}</button></p>
    </form>`;
}

import type { Static } from 'typebox';
import { pageLanguage, type Language } from '../../../platform/http/language.ts';
import { sendPage } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { visitorOf, type Visitor } from '../../protection/audit/visitor.ts';
import { createLinkPages, type FoundLink, type LinkPageDefinition } from './link-pages.ts';
import { Type } from '../../../platform/http/type.ts';

/** Has no length limits: the operation checks lengths, and the page shows the fault. */
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

export interface LinkPage extends LinkPageDefinition {
  /**
   * Returns the data that the link's page shows. Must not consume the link, because mail programs open links by
   * themselves.
   */
  find(token: string): Promise<FoundLink | undefined>;
  /** Runs the form's operation and returns the texts of the result page. */
  submit(
    form: Static<typeof Form> & { token: string },
    visitor: Visitor,
    language: Language,
  ): Promise<{ title: string; text: string }>;
  /** Returns a message if the input is wrong, or undefined if the link itself is invalid. */
  faultOf(error: ProblemError, language: Language): string | undefined;
}

export function addLinkPage(app: App, page: LinkPage): void {
  const pages = createLinkPages(page);
  const show = async (language: Language, token: string, fault?: string) => {
    const found = await page.find(token);
    return found ? pages.form(language, token, found, fault) : pages.gone(language);
  };

  const read = { attachValidation: true, schema: { hide: true, querystring: Query } };
  app.get(`/${page.name}`, read, async (request, reply) => {
    const { token = '', lang } = request.validationError ? {} : request.query;
    return sendPage(reply, await show(pageLanguage(lang, request.headers['accept-language']), token));
  });

  const write = { attachValidation: true, schema: { hide: true, body: Form } };
  app.post(`/${page.name}`, write, async (request, reply) => {
    const { token = '', ...form } = request.validationError ? {} : request.body;
    const language = pageLanguage(form.lang, request.headers['accept-language']);
    try {
      const { title, text } = await page.submit({ ...form, token }, visitorOf(request), language);
      // The app belongs to another service, which may be turned off or served elsewhere.
      const hasApp = app.hasRoute({ method: 'GET', url: '/app' });
      return sendPage(reply, pages.done(language, title, text, hasApp));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.code === 'overloaded') return sendPage(reply, pages.busy(language));
      const fault = page.faultOf(error, language);
      return sendPage(reply, fault === undefined ? pages.gone(language) : await show(language, token, fault));
    }
  });
}

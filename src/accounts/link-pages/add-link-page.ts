import type { Static } from 'typebox';
import { pageLanguage, type Language } from '../../platform/http/language.ts';
import { sendPage } from '../../platform/http/page.ts';
import type { App } from '../../platform/http/server.ts';
import { ProblemError } from '../../platform/problem.ts';
import { visitorOf, type Visitor } from '../audit/visitor.ts';
import { createLinkPages, type FoundLink, type LinkPageDefinition } from './link-pages.ts';
import { Type } from '../../platform/http/type.ts';

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

export interface LinkPage extends LinkPageDefinition {
  /** Whose link it is; looking does not use it up, for mail programs look at links by themselves. */
  find(token: string): Promise<FoundLink | undefined>;
  /** Does what the form asks for, and tells what to say of it. */
  submit(
    form: Static<typeof Form> & { token: string },
    visitor: Visitor,
    language: Language,
  ): Promise<{ title: string; text: string }>;
  /** What is wrong with what was typed; nothing where it is the link. */
  faultOf(error: ProblemError, language: Language): string | undefined;
}

/** The page that a mailed link leads to, which asks for something, and what comes of it. */
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
      return sendPage(reply, pages.done(language, title, text));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.code === 'overloaded') return sendPage(reply, pages.busy(language));
      const fault = page.faultOf(error, language);
      return sendPage(reply, fault === undefined ? pages.gone(language) : await show(language, token, fault));
    }
  });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServingState } from '../http/health.routes.ts';
import { pageLanguage, type Language } from '../http/language.ts';
import { html, sendPage, type Html } from '../http/page.ts';
import type { App } from '../http/server.ts';
import { designSheet } from '../pages/design-sheet.ts';
import { drawMark } from '../pages/icons.page.ts';
import { drawTable } from '../pages/parts.page.ts';
import type { ProblemDefinition } from '../problem.ts';
import type { Door } from '../service.ts';
import { homeTexts } from './home-texts.ts';
import { drawHome, drawLanguages, type HomeSection } from './home.page.ts';
import { Type } from '../http/type.ts';

export interface HomeOptions {
  environment: string;
  version: string;
  state: () => ServingState;
  doors: readonly Door[];
  sections: readonly HomeSection[];
  mailbox: boolean;
  problems: Record<string, ProblemDefinition>;
}

const Query = Type.Object({ lang: Type.Optional(Type.String()) });

/** Serves the front page and the list of error codes. */
export function homeRoutes(app: App, options: HomeOptions): void {
  const isSandbox = options.environment === 'sandbox';
  const read = {
    attachValidation: true,
    config: { isPage: true },
    schema: { hide: true, querystring: Query },
  };
  const languageOf = (request: FastifyRequest): Language =>
    pageLanguage(
      request.validationError ? undefined : (request.query as { lang?: string }).lang,
      request.headers['accept-language'],
    );
  const send = (
    reply: FastifyReply,
    language: Language,
    title: string,
    body: Html,
    namesSandbox = false,
  ): FastifyReply =>
    sendPage(reply.header('vary', 'accept-language'), {
      title,
      language,
      body,
      stylesheet: designSheet.url,
      namesSandbox,
    });

  app.get('/', read, (request, reply) => {
    const language = languageOf(request);
    const home = { ...options, isSandbox, state: options.state() };
    return send(reply, language, homeTexts[language].title, drawHome(home, language), true);
  });

  app.get('/problems', read, (request, reply) => {
    const language = languageOf(request);
    const { problems } = homeTexts[language];
    return send(reply, language, `${problems} · Praça`, drawProblems(options, language));
  });
}

function drawProblems({ problems }: HomeOptions, language: Language): Html {
  const texts = homeTexts[language];
  return html`<div class="front">
    <header class="row apart">
      <a class="brand" href="/">${drawMark()}<span>Praça</span></a>
      ${drawLanguages('/problems', language)}
    </header>
    <main class="stack">
      <h1>${texts.problems}</h1>
      ${drawTable({
        caption: texts.problems,
        columns: [
          { label: texts.code, kind: 'name' },
          { label: texts.status, kind: 'number' },
          { label: texts.meaning },
        ],
        rows: Object.entries(problems)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([code, { status, title }]) => [
            html`<code id="${code}">${code}</code>`,
            String(status),
            title[language],
          ]),
        empty: html``,
      })}
    </main>
  </div>`;
}

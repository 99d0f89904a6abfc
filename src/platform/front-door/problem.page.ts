import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, type SendProblemPage } from '../http/errors.ts';
import { languageNames, languages, pageLanguage, type Language } from '../http/language.ts';
import { html, sendPage, type Html } from '../http/page.ts';
import { prefersPage } from '../http/representations/accept.ts';
import { addVary } from '../http/representations/vary.ts';
import type { App } from '../http/server.ts';
import { designSheet } from '../pages/design-sheet.ts';
import { drawMark } from '../pages/icons.page.ts';
import type { ProblemError } from '../problem.ts';
import { problemTexts, type ProblemTexts } from './problem-texts.ts';

/**
 * Shows errors as pages to browsers, with a link home. Paths of the services always answer with the API's problem
 * format.
 */
export function addProblemPages(app: App, prefixes: readonly string[]): void {
  const isOfService = (path: string): boolean =>
    prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  const send: SendProblemPage = (shown, request, reply) => {
    if (!isForPeople(request) || isOfService(pathOf(request.url))) return undefined;
    addVary(reply, 'accept');
    return prefersPage(request.headers.accept) ? sendProblemPage(shown, request, reply) : undefined;
  };
  app.decorate('sendProblemPage', send);
}

/** A page's own address, or one without a route: requests that the router itself refuses have no route either. */
const isForPeople = ({ method, is404, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (is404 || routeOptions.url === undefined || routeOptions.config.isPage === true);

function sendProblemPage(shown: ProblemError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { lang } = (request.query ?? {}) as { lang?: unknown };
  const language = pageLanguage(
    typeof lang === 'string' ? lang : undefined,
    request.headers['accept-language'],
  );
  const texts = problemTexts[language];
  const [title, text] = explainProblem(shown, texts);
  const requestId = text === texts.broken[1] ? request.id : undefined;
  addVary(reply, 'accept-language');
  return sendPage(reply.headers(shown.headers), {
    status: shown.status,
    title: `${title} · Praça`,
    language,
    stylesheet: designSheet.url,
    body: drawProblem(title, text, requestId, language),
  });
}

function explainProblem(
  { status }: ProblemError,
  texts: ProblemTexts,
): readonly [title: string, text: string] {
  if (status === 404) return texts.unknown;
  if (status === 429 || status === 503) return texts.busy;
  return status >= 500 ? texts.broken : texts.invalid;
}

const drawProblem = (title: string, text: string, requestId: string | undefined, language: Language): Html =>
  html`<div class="gate">
    <header>
      <a class="brand" href="/">${drawMark()}<span>Praça</span></a>
    </header>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      ${requestId !== undefined && html`<p class="wrap"><code>${requestId}</code></p>`}
      <p><a class="button plain" href="/?lang=${language}">${problemTexts[language].toHome}</a></p>
    </main>
    <footer class="foot">
      ${languages
        .filter((other) => other !== language)
        .map(
          (other) =>
            // Without the path, which a crafted link controls: `//elsewhere.example` would lead to another site.
            html`<a href="?lang=${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`,
        )}
    </footer>
  </div>`;

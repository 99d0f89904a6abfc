import { languageNames, languages, type Language, type Words } from '../http/language.ts';
import { html, type Html } from '../http/page.ts';
import type { ServingState } from '../http/health.routes.ts';
import { fillHtml } from '../pages/fill-text.ts';
import { drawIcon, drawMark, type IconName } from '../pages/icons.page.ts';
import { drawBadge } from '../pages/parts.page.ts';
import type { Door } from '../service.ts';
import { homeTexts, type HomeTexts } from './home-texts.ts';

export interface HomeSection {
  readonly title: string;
  readonly lead: Words;
  readonly prefix: string;
  readonly home: ((language: Language) => Html) | undefined;
}

export interface Home {
  readonly isSandbox: boolean;
  readonly version: string;
  readonly state: ServingState;
  readonly mailbox: boolean;
  readonly doors: readonly Door[];
  readonly sections: readonly HomeSection[];
}

interface Way {
  readonly href: string;
  readonly icon: IconName;
  readonly title: string;
  readonly lead: string;
}

/** Links to the parts that are served. */
const waysOf = ({ mailbox }: Home, texts: HomeTexts): Way[] => [
  { href: '/docs', icon: 'record', title: texts.reference, lead: texts.referenceLead },
  ...(mailbox
    ? [{ href: '/mailbox', icon: 'bell', title: texts.mailbox, lead: texts.mailboxLead } as const]
    : []),
  { href: '/problems', icon: 'flag', title: texts.problems, lead: texts.problemsLead },
];

export function drawHome(home: Home, language: Language): Html {
  const texts = homeTexts[language];
  return html`<div class="front">
    <header class="row apart">
      <span class="brand">${drawMark()}<span>Praça</span></span>
      ${drawLanguages('/', language)}
    </header>
    <main class="stack">
      <div class="hero">
        <h1>${texts.lead}</h1>
        <p class="row">
          ${drawBadge(home.isSandbox ? texts.sandbox : texts.production, home.isSandbox ? 'warn' : 'plain')}
          ${drawBadge(texts.states[home.state], home.state === 'ready' ? 'good' : 'warn')}
          <span class="soft small figure">${texts.version} ${home.version}</span>
        </p>
        ${home.doors.map(
          ({ href, words }) =>
            html`<p class="row">
              <a class="button large" href="${href}">${words[language].title}</a>
              <span class="soft">${words[language].lead}</span>
            </p>`,
        )}
        <p class="row">
          <a class="button large${home.doors.length > 0 ? ' plain' : ''}" href="/console">${texts.console}</a>
          <span class="soft">${texts.consoleLead}</span>
        </p>
      </div>
      <nav class="tiles" aria-label="${texts.links}">
        ${waysOf(home, texts).map(
          ({ href, icon, title, lead }) =>
            html`<a class="tile" href="${href}"
              >${drawIcon(icon)}<strong>${title}</strong><small>${lead}</small></a
            >`,
        )}
      </nav>
      <section class="stack" aria-labelledby="services">
        <h2 id="services">${texts.services}</h2>
        <div class="services">
          ${home.sections.map(
            ({ title, lead, prefix, home: own }) =>
              html`<article class="card service">
                <h3>${title}</h3>
                <p>${lead[language]}</p>
                ${own?.(language)}
                <p class="row apart small">
                  <code>${prefix}</code>
                  <a href="${prefix}/openapi.json" aria-label="${texts.document}: ${title}"
                    >${texts.document}</a
                  >
                </p>
              </article>`,
          )}
        </div>
        <p class="soft small">${fillHtml(texts.tour, { place: html`<code>docs/tour</code>` })}</p>
      </section>
    </main>
  </div>`;
}

/** Renders links to this page in the other languages. */
export const drawLanguages = (path: string, language: Language): Html =>
  html`<nav class="foot" aria-label="${homeTexts[language].languages}">
    ${languages
      .filter((other) => other !== language)
      .map(
        (other) =>
          html`<a href="${path}?lang=${other}" lang="${other}" hreflang="${other}"
            >${languageNames[other]}</a
          >`,
      )}
  </nav>`;

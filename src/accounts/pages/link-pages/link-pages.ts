import { languageNames, languages, type Language } from '../../../platform/http/language.ts';
import { html, type Html, type PageOptions } from '../../../platform/http/page.ts';
import { designSheet } from '../../../platform/pages/design-sheet.ts';
import { drawMark } from '../../../platform/pages/icons.page.ts';
import { pageTexts, type PageTexts } from './page-texts.ts';

/** Renders the frame of all these pages: a title and one action. */
function accountPage(title: string, content: Html, otherLanguages: Html | '' = ''): Html {
  return html`<div class="gate">
    <header>
      <span class="brand">${drawMark()}<span>Praça</span></span>
    </header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
    ${otherLanguages}
  </div>`;
}

/** Data of a valid link: the address that it is about, and whether its form asks for the password. */
export interface FoundLink {
  email: string;
  asksPassword?: boolean;
}

export interface LinkPageDefinition {
  /** Name of the page. It is also the path that its form is sent to. */
  name: string;
  title: (texts: PageTexts) => string;
  gone: (texts: PageTexts) => string;
  form: (language: Language, token: string, found: FoundLink, fault?: string) => Html;
}

/** The pages of one mailed link: the form, the result, and the page of an invalid link. */
export interface LinkPages {
  form(language: Language, token: string, found: FoundLink, fault?: string): PageOptions;
  done(language: Language, title: string, text: string, hasApp: boolean): PageOptions;
  gone(language: Language): PageOptions;
  busy(language: Language): PageOptions;
}

export function createLinkPages({ name, title, gone, form }: LinkPageDefinition): LinkPages {
  const write = (
    language: Language,
    heading: string,
    text: string,
    { status = 200, next = '' }: { status?: number; next?: Html | '' } = {},
  ): PageOptions => ({
    status,
    title: heading,
    language,
    stylesheet: designSheet.url,
    body: accountPage(
      heading,
      html`<p>${text}</p>
        ${next}`,
    ),
  });
  return {
    form(language, token, found, fault) {
      const heading = title(pageTexts[language]);
      const others = languageLinks(language, `${name}?token=${encodeURIComponent(token)}&lang=`);
      const body = accountPage(heading, form(language, token, found, fault), others);
      const status = fault === undefined ? 200 : 422;
      return { status, title: heading, language, stylesheet: designSheet.url, body };
    },
    done(language, heading, text, hasApp) {
      const next = hasApp
        ? html`<p><a class="button" href="/app">${pageTexts[language].openApp}</a></p>`
        : '';
      return write(language, heading, text, { next });
    },
    gone(language) {
      const texts = pageTexts[language];
      return write(language, texts.goneTitle, gone(texts), { status: 410 });
    },
    busy(language) {
      const texts = pageTexts[language];
      return write(language, texts.busyTitle, texts.busy, { status: 503 });
    },
  };
}

/** Renders links to the other languages. `path` ends where the language is appended. */
function languageLinks(language: Language, path: string): Html {
  const others = languages.filter((other) => other !== language);
  return html`<nav class="foot" aria-label="${pageTexts[language].languages}">
    ${others.map(
      (other) =>
        html`<a href="${path}${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`,
    )}
  </nav>`;
}

/** Renders a box that screen readers announce. */
export const alertBox = (text: string | undefined): Html | '' =>
  text === undefined ? '' : html`<div class="notice bad" role="alert" id="fault"><p>${text}</p></div>`;

export const passwordField = (label: string, fault: string | undefined): Html =>
  html`<div class="field">
    <label for="password">${label}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      ${fault === undefined ? '' : html`aria-invalid="true" aria-describedby="fault"`}
    />
  </div>`;

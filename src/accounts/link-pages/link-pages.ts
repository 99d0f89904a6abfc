import { languageNames, languages, type Language } from '../../platform/http/language.ts';
import { html, type Html, type PageOptions } from '../../platform/http/page.ts';
import { pageTexts, type PageTexts } from './page-texts.ts';

/** The frame of all these pages: a title and one thing to do. */
function accountPage(title: string, content: Html, otherLanguages: Html | '' = ''): Html {
  return html`<main>
    <p class="soft">Praça</p>
    <h1>${title}</h1>
    ${content} ${otherLanguages}
  </main>`;
}

/** What a link leads to: whose address it is about, and whether its form asks for the password. */
export interface FoundLink {
  email: string;
  asksPassword?: boolean;
}

/** What the pages of one mailed link have of their own. */
export interface LinkPageDefinition {
  /** `name` is the page's own address, where its form is sent. */
  name: string;
  title: (texts: PageTexts) => string;
  gone: (texts: PageTexts) => string;
  form: (language: Language, token: string, found: FoundLink, fault?: string) => Html;
}

/** The pages of one mailed link: its form, what came of it, and why nothing did. */
export interface LinkPages {
  form(language: Language, token: string, found: FoundLink, fault?: string): PageOptions;
  done(language: Language, title: string, text: string): PageOptions;
  gone(language: Language): PageOptions;
  busy(language: Language): PageOptions;
}

export function createLinkPages({ name, title, gone, form }: LinkPageDefinition): LinkPages {
  const write = (language: Language, heading: string, text: string, status = 200): PageOptions => ({
    status,
    title: heading,
    language,
    body: accountPage(heading, html`<p>${text}</p>`),
  });
  return {
    form(language, token, found, fault) {
      const heading = title(pageTexts[language]);
      const others = languageLinks(language, `${name}?token=${encodeURIComponent(token)}&lang=`);
      const body = accountPage(heading, form(language, token, found, fault), others);
      return { status: fault === undefined ? 200 : 422, title: heading, language, body };
    },
    done: (language, heading, text) => write(language, heading, text),
    gone(language) {
      const texts = pageTexts[language];
      return write(language, texts.goneTitle, gone(texts), 410);
    },
    busy(language) {
      const texts = pageTexts[language];
      return write(language, texts.busyTitle, texts.busy, 503);
    },
  };
}

/** `path` ends where the language is to be put. */
function languageLinks(language: Language, path: string): Html {
  const others = languages.filter((other) => other !== language);
  return html`<nav aria-label="${pageTexts[language].languages}" style="margin-top:2rem">
    ${others.map(
      (other, index) =>
        html`${index > 0 ? ' · ' : ''}<a href="${path}${other}" lang="${other}" hreflang="${other}"
            >${languageNames[other]}</a
          >`,
    )}
  </nav>`;
}

/** Said in a box that a screen reader announces. */
export const alertBox = (text: string | undefined): Html | '' =>
  text === undefined
    ? ''
    : html`<p class="card" role="alert" id="fault" style="border-left:.35rem solid #c0392b">${text}</p>`;

/** For the password that the account has. */
export const passwordField = (label: string, fault: string | undefined): Html =>
  html`<label for="password">${label}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      ${fault === undefined ? '' : html`aria-invalid="true" aria-describedby="fault"`}
    />`;

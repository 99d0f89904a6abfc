import { languageNames, languages, type Language } from '../../platform/http/language.ts';
import { html, type Html } from '../../platform/http/page.ts';
import { pageTexts } from './page-texts.ts';

/** The frame of the pages that mails lead to: a title and one thing to do. */
export function accountPage(title: string, content: Html, otherLanguages: Html | '' = ''): Html {
  return html`<main>
    <p class="soft">Praça</p>
    <h1>${title}</h1>
    ${content} ${otherLanguages}
  </main>`;
}

/** `path` ends where the language is to be put. */
export function languageLinks(language: Language, path: string): Html {
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

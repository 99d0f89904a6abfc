import { languages, type Language } from '../../platform/http/language.ts';
import { html, type Html } from '../../platform/http/page.ts';
import { languageNames, pageTexts } from './page-texts.ts';

/** The frame of the pages that mails lead to: a title, one thing to do, the other languages. */
export function accountPage(title: string, language: Language, content: Html, path: string): Html {
  const others = languages.filter((other) => other !== language);
  return html`<main>
    <p class="soft">Praça</p>
    <h1>${title}</h1>
    ${content}
    <nav aria-label="${pageTexts[language].languages}">
      <p>
        ${others.map(
          (other, index) =>
            html`${index > 0 ? ' · ' : ''}<a href="${path}${other}" lang="${other}" hreflang="${other}"
                >${languageNames[other]}</a
              >`,
        )}
      </p>
    </nav>
  </main>`;
}

/** Said in a box that a screen reader announces. */
export const alertBox = (text: string | undefined): Html | '' =>
  text === undefined ? '' : html`<p class="card" role="alert" id="fault">${text}</p>`;

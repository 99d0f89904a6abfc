import type { Client } from 'oidc-provider';
import { languageNames, languages, type Language } from '../../../platform/http/language.ts';
import { html, type Html, type PageOptions } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { Brand } from './brand.ts';
import { hostedTexts } from './hosted-texts.ts';

export type Say = (text: keyof typeof hostedTexts, values?: Record<string, string>) => string;

export const sayIn =
  (language: Language): Say =>
  (text, values = {}) =>
    fill(hostedTexts[text][language], values);

export interface HostedPage {
  readonly language: Language;
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** The application that asks. Its name and logo are on top. */
  readonly client?: Client | undefined;
  /** Where forms of the page may lead in the end. */
  readonly formTargets?: readonly string[];
  /** Path of the page, for links to the other languages. */
  readonly path?: string;
}

/** Draws a page with one card. */
export function hostedPage(brand: Brand, page: HostedPage): PageOptions {
  const { language, client, path, formTargets = [] } = page;
  const logo = client?.logoUri;
  const body = html`<div class="gate">
    <header>${brand.draw()}</header>
    <main id="content">
      ${
        client &&
        html`<p class="brand">
          ${logo !== undefined && html`<img src="${logo}" alt="" width="32" height="32" />`}<span
            >${client.clientName}</span
          >
        </p>`
      }
      <h1>${page.title}</h1>
      ${page.body}
    </main>
    <footer class="foot">
      ${path !== undefined && drawLanguages(language, path)} ${client && drawLinks(client, language)}
    </footer>
  </div>`;
  const origin = logo === undefined ? undefined : URL.parse(logo)?.origin;
  return {
    ...(page.status === undefined ? {} : { status: page.status }),
    title: `${page.title} · ${brand.name}`,
    language,
    stylesheet: brand.sheet.url,
    pictureOrigins: [...brand.logoOrigins, ...(origin === undefined ? [] : [origin])],
    formTargets,
    body,
  };
}

const drawLanguages = (language: Language, path: string): Html =>
  html`${languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        html`<a href="${path}?lang=${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`,
    )}`;

function drawLinks(client: Client, language: Language): Html {
  const say = sayIn(language);
  const links = [
    [client.tosUri, say('terms')],
    [client.policyUri, say('privacy')],
  ] as const;
  return html`${links.map(
    ([href, label]) => href !== undefined && html`<a href="${href}" rel="noreferrer">${label}</a>`,
  )}`;
}

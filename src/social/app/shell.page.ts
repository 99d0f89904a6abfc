import type { Language } from '../../platform/http/language.ts';
import { html, type Html } from '../../platform/http/page.ts';

/** Facts about the server that the app needs before its first request. */
export interface ShellFacts {
  readonly isSandbox: boolean;
  /** `name` if a stated name is accepted, `account` if an ID token is required. */
  readonly signsInBy: 'name' | 'account';
}

export interface Shell extends ShellFacts {
  readonly version: string;
  readonly language: Language;
  /** Script of the first screen, besides the frame. Undefined if only the browser can tell which screen it is. */
  readonly screenFile: string | undefined;
}

const texts = {
  en: { noScript: 'Praça needs JavaScript.', coming: 'Praça is coming' },
  pt: { noScript: 'A Praça precisa de JavaScript.', coming: 'A Praça está chegando' },
  de: { noScript: 'Praça braucht JavaScript.', coming: 'Praça kommt' },
} as const;

/** Renders the page that is visible before any script runs: the frame of every screen, as grey shapes. */
export function drawShell({ version, language, isSandbox, signsInBy, screenFile }: Shell): Html {
  const { noScript, coming } = texts[language];
  const at = (name: string): string => `/app/${version}/${name}`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <title>Praça</title>
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f2ec" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311" />
        <link rel="stylesheet" href="${at('app.css')}" />
        <link rel="modulepreload" href="${at('frame.js')}" />
        ${screenFile === undefined ? '' : html`<link rel="modulepreload" href="${at(screenFile)}" />`}
        <script type="module" src="${at('frame.js')}"></script>
        <link rel="manifest" href="/app/manifest.webmanifest" />
        <link rel="icon" href="/app/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/app/icon-touch.png" />
      </head>
      <body ${isSandbox ? html`class="sandbox"` : ''} data-sign-in="${signsInBy}">
        <div id="app">
          <div class="app" aria-busy="true">
            <main class="screen" aria-label="${coming}">
              <span class="skeleton title"></span>
              <span class="skeleton block"></span>
              <span class="skeleton line"></span>
            </main>
          </div>
        </div>
        <noscript><p class="notice warn">${noScript}</p></noscript>
      </body>
    </html>`;
}

import type { FastifyReply } from 'fastify';

/** Text that is HTML already; everything else is escaped where it is put in. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  // Most texts have none of them, and looking is much cheaper than replacing.
  if (!/[&<>"']/.test(text)) return text;
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') {
    // Not joined: that would copy all of it once more.
    let text = '';
    for (const item of part) text += render(item);
    return text;
  }
  return escapeHtml(String(part));
}

/** html`<p>${name}</p>`: what is put in cannot become markup unless it was made by this function. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? '';
  // An index, and strings first: pages are made of hundreds of parts, and most are strings.
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    text += typeof part === 'string' ? escapeHtml(part) : render(part);
    text += strings[index + 1] ?? '';
  }
  return new Html(text);
}

export interface PageOptions {
  /** Where it is left out, the status that the reply has already. */
  status?: number;
  title: string;
  body: Html;
  language?: string;
  /** The page's own style sheet in place of the common style; then no style inside the page is obeyed. */
  stylesheet?: string;
  /** Of the body. */
  bodyClass?: string;
  /** The page's own scripts; without one, none runs. */
  script?: string | readonly string[];
  /** Added to a policy that allows nothing but our own styles and pictures. */
  contentSecurityPolicy?: string;
}

export function sendPage(reply: FastifyReply, page: PageOptions): FastifyReply {
  const document = html`<!doctype html>
    <html lang="${page.language ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="${icon}" />
        <title>${page.title}</title>
        ${styleOf(page)}
        ${[page.script ?? []].flat().map((script) => html`<script src="${script}" defer></script>`)}
      </head>
      <body ${page.bodyClass ? html`class="${page.bodyClass}"` : ''}>
        ${page.body}
      </body>
    </html>`;
  return reply
    .code(page.status ?? reply.statusCode)
    .header('content-security-policy', policyOf(page))
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(document.text);
}

function styleOf(page: PageOptions): Html {
  return page.stylesheet === undefined
    ? html`<style>
        ${new Html(pageStyle)}
      </style>`
    : html`<link rel="stylesheet" href="${page.stylesheet}" />`;
}

function policyOf(page: PageOptions): string {
  return [
    "default-src 'none'",
    page.stylesheet === undefined ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    ...(page.script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(page.contentSecurityPolicy === undefined ? [] : [page.contentSecurityPolicy]),
  ].join('; ');
}

/** A square with a door to it: what a praça is. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b6e4f'/%3E%3Cpath d='M4 12V4h8v8h-3V8H7v4z' fill='%23fff'/%3E%3C/svg%3E";

/** Small enough to travel with the page: one request shows it. */
const pageStyle = `
:root{color-scheme:light dark;--ink:#1c1b1a;--soft:#5d5a55;--paper:#faf8f4;--card:#fff;--line:#e3ded4;--accent:#0b6e4f;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#f1eee8;--soft:#b5afa5;--paper:#171614;--card:#211f1d;--line:#3a3733;--accent:#5cc8a1;--on-accent:#0d1f18}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}a{color:var(--accent)}
.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.25rem;margin:.75rem 0}
.card h2{margin-top:0}
code,pre{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem .5rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin:.75rem 0 .25rem}
input,select{font:inherit;width:100%;padding:.6rem .7rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--card);color:var(--ink)}
button,.button{font:inherit;font-weight:600;display:inline-block;padding:.65rem 1.2rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
iframe{width:100%;min-height:24rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
`;

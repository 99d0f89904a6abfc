import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every page then wears the sandbox's edge. */
    readonly isSandbox?: boolean;
  }
  interface FastifyContextConfig {
    /** Its problems are pages, too. */
    isPage?: boolean;
  }
}

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
  /** No style inside the page is obeyed. */
  stylesheet: string;
  /** The page itself says that it is the sandbox's, in its own place. */
  namesSandbox?: boolean;
  /** The page's own scripts; without one, none runs. */
  script?: string | readonly string[];
  /** Added to a policy that allows nothing but our own styles and pictures. */
  contentSecurityPolicy?: string;
}

export function sendPage(reply: FastifyReply, page: PageOptions): FastifyReply {
  const isSandbox = reply.server.isSandbox === true;
  // Loaded again, it would send the form again: scripts make an ordinary visit of it.
  const isAnswer = reply.request.method === 'POST';
  const document = html`<!doctype html>
    <html lang="${page.language ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="${icon}" />
        <title>${page.title}</title>
        <link rel="stylesheet" href="${page.stylesheet}" />
        ${[page.script ?? []].flat().map((script) => html`<script src="${script}" defer></script>`)}
      </head>
      <body ${isSandbox && html`class="sandbox"`} ${isAnswer && html`data-answer`}>
        ${isSandbox && page.namesSandbox !== true && html`<aside class="edge">Sandbox</aside>`} ${page.body}
      </body>
    </html>`;
  return reply
    .code(page.status ?? reply.statusCode)
    .header('content-security-policy', policyOf(page))
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(document.text);
}

function policyOf(page: PageOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
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

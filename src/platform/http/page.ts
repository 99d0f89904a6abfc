import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows the sandbox frame on every page. */
    readonly isSandbox?: boolean;
  }
  interface FastifyContextConfig {
    /** The route sends its errors as pages. */
    isPage?: boolean;
  }
}

/** Text that is already HTML. All other values are escaped when they are interpolated. */
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
  // Most texts have none of these characters, and testing is much cheaper than replacing.
  if (!/[&<>"']/.test(text)) return text;
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') {
    // Appended one by one: a join would copy all of it again.
    let text = '';
    for (const item of part) text += render(item);
    return text;
  }
  return escapeHtml(String(part));
}

/** Builds HTML: html`<p>${name}</p>`. Interpolated values are escaped unless this function made them. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? '';
  // An indexed loop that checks for strings first: pages consist of hundreds of parts, and most are strings.
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    text += typeof part === 'string' ? escapeHtml(part) : render(part);
    text += strings[index + 1] ?? '';
  }
  return new Html(text);
}

export interface PageOptions {
  /** Defaults to the status that the reply already has. */
  status?: number;
  title: string;
  body: Html;
  language?: string;
  /** The only styles of the page. The content security policy blocks inline styles. */
  stylesheet: string;
  /** The page shows the sandbox notice itself. */
  namesSandbox?: boolean;
  /** Scripts of the page. Without any, the policy blocks all scripts. */
  script?: string | readonly string[];
  /** Sources to which the answer of a form on the page may redirect, such as an application that asked for a sign-in. */
  formTargets?: readonly string[];
  /** Origins of pictures on the page that this server does not serve. */
  pictureOrigins?: readonly string[];
  /** Additions to the default policy, which allows only our own styles and images. */
  contentSecurityPolicy?: string;
}

export function sendPage(reply: FastifyReply, page: PageOptions): FastifyReply {
  // Reloading would send the form again. A script turns the page into an ordinary GET.
  const isAnswer = reply.request.method === 'POST';
  return reply
    .code(page.status ?? reply.statusCode)
    .header('content-security-policy', policyOf(page))
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(drawPage(page, { isSandbox: reply.server.isSandbox === true, isAnswer }));
}

export function drawPage(
  page: PageOptions,
  { isSandbox, isAnswer }: { isSandbox: boolean; isAnswer: boolean },
): string {
  return html`<!doctype html>
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
    </html>`.text;
}

function policyOf(page: PageOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    ...(page.script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    ["img-src 'self' data:", ...(page.pictureOrigins ?? [])].join(' '),
    ["form-action 'self'", ...(page.formTargets ?? [])].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(page.contentSecurityPolicy === undefined ? [] : [page.contentSecurityPolicy]),
  ].join('; ');
}

/** A square with a door, because praça means square. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b6e4f'/%3E%3Cpath d='M4 12V4h8v8h-3V8H7v4z' fill='%23fff'/%3E%3C/svg%3E";

import type { FastifyRequest } from 'fastify';
import { languageNames, languages, pageLanguage, type Language } from '../http/language.ts';
import type { App } from '../http/server.ts';
import { html, sendPage, type Html } from '../http/page.ts';
import { isId } from '../ids.ts';
import { designSheet } from '../pages/design-sheet.ts';
import { fill, fillHtml } from '../pages/fill-text.ts';
import { drawMark } from '../pages/icons.page.ts';
import { drawBadge, drawTable } from '../pages/parts.page.ts';
import { drawExactTime } from '../pages/times.page.ts';
import { webFileRoutes } from '../pages/web-file.routes.ts';
import { readWebFile } from '../pages/web-file.ts';
import { problem } from '../problem.ts';
import type { Sql } from '../postgres/client/database.ts';
import { mailboxTexts } from './mailbox-texts.ts';
import { findMail, listMail, type MailRow } from './mailbox.store.ts';
import { Type } from '../http/type.ts';

const Recipient = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 254 })),
  lang: Type.Optional(Type.String({ maxLength: 20 })),
});

const page = { config: { isPage: true }, schema: { hide: true, querystring: Recipient } };
const script = readWebFile('/mailbox', 'times', 'js', ['design/times.js']);
const look = { stylesheet: designSheet.url, script: script.url, namesSandbox: true };

const languageOf = (request: FastifyRequest): Language =>
  pageLanguage((request.query as { lang?: string }).lang, request.headers['accept-language']);

/** Serves the sandbox's mail: a list, a single mail as its recipient would see it, and both as JSON for tests. */
export function mailboxRoutes(app: App, sql: Sql): void {
  webFileRoutes(app, [script]);
  app.get('/mailbox', page, async (request, reply) => {
    const { to } = request.query;
    const language = languageOf(request);
    const mails = await listMail(sql, to === '' ? undefined : to, 100);
    return sendPage(reply.header('vary', 'accept-language'), {
      ...look,
      language,
      title: `${mailboxTexts[language].title} · Praça`,
      body: listPage(mails, to ?? '', language),
    });
  });

  app.get('/mailbox/messages', { schema: { hide: true, querystring: Recipient } }, async (request) => {
    const { to } = request.query;
    return (await listMail(sql, to, 100)).map(asJson);
  });

  app.get('/mailbox/:id', page, async (request, reply) => {
    const mail = await getMail(sql, (request.params as { id: string }).id);
    const language = languageOf(request);
    return sendPage(reply.header('vary', 'accept-language'), {
      ...look,
      language,
      title: mail.subject,
      body: mailPage(mail, language),
      contentSecurityPolicy: "frame-src 'self'",
    });
  });

  // The HTML of a mail is untrusted and runs in a sandboxed frame without permissions.
  app.get(
    '/mailbox/:id/html',
    { config: { isPage: true }, schema: { hide: true } },
    async (request, reply) => {
      const mail = await getMail(sql, (request.params as { id: string }).id);
      return reply
        .header(
          'content-security-policy',
          "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
        )
        .type('text/html; charset=utf-8')
        .send(mail.html_body ?? html`<pre>${mail.text_body}</pre>`.text);
    },
  );
}

async function getMail(sql: Sql, id: string): Promise<MailRow> {
  const mail = isId(id) ? await findMail(sql, id) : undefined;
  if (!mail) throw problem('not_found');
  return mail;
}

const asJson = (mail: MailRow) => ({
  id: mail.id,
  to: mail.recipient,
  subject: mail.subject,
  text: mail.text_body,
  html: mail.html_body,
  headers: mail.headers,
  received_at: mail.received_at.toISOString(),
});

const frame = (language: Language, path: string, body: Html): Html =>
  html`<div class="front">
    <header class="row apart">
      <a class="brand" href="/">${drawMark()}<span>Praça</span></a>
      <span class="row tight">
        ${drawBadge('Sandbox', 'warn')}
        ${languages
          .filter((other) => other !== language)
          .map(
            (other) =>
              html`<a href="${path}?lang=${other}" lang="${other}" hreflang="${other}"
                >${languageNames[other]}</a
              >`,
          )}
      </span>
    </header>
    <main class="stack">${body}</main>
  </div>`;

function listPage(mails: readonly MailRow[], to: string, language: Language): Html {
  const texts = mailboxTexts[language];
  return frame(
    language,
    '/mailbox',
    html`
      <header class="title">
        <h1>${texts.title}</h1>
        <p>${texts.lead}</p>
      </header>
      <form class="form line" method="get" action="/mailbox">
        <input type="hidden" name="lang" value="${language}" />
        <div class="field">
          <label for="to">${texts.only}</label>
          <input id="to" name="to" type="email" value="${to}" placeholder="ana@example.com" />
        </div>
        <button type="submit" class="plain">${texts.show}</button>
      </form>
      ${drawTable({
        caption: texts.mail,
        columns: [
          { label: texts.mail, kind: 'name' },
          { label: texts.to, kind: 'name' },
          { label: texts.received },
        ],
        rows: mails.map((mail) => [
          html`<a href="/mailbox/${mail.id}?lang=${language}">${mail.subject}</a>`,
          mail.recipient,
          drawExactTime(mail.received_at, language, 'second'),
        ]),
        empty: html`<div class="empty">
          <p>
            ${
              to === ''
                ? texts.empty
                : html`${fill(texts.emptyFor, { to })} <a href="/mailbox?lang=${language}">${texts.all}</a>`
            }
          </p>
        </div>`,
      })}
    `,
  );
}

function mailPage(mail: MailRow, language: Language): Html {
  const texts = mailboxTexts[language];
  const time = drawExactTime(mail.received_at, language, 'second');
  return frame(
    language,
    `/mailbox/${mail.id}`,
    html`
      <header class="title">
        <h1>${mail.subject}</h1>
        <p>${fillHtml(texts.sentTo, { to: mail.recipient, time })}</p>
      </header>
      ${
        mail.html_body !== null &&
        html`<iframe
          class="letter"
          title="${texts.letter}"
          src="/mailbox/${mail.id}/html"
          sandbox="allow-popups allow-top-navigation-by-user-activation"
        ></iframe>`
      }
      <section class="stack tight" aria-labelledby="text">
        <h2 id="text">${texts.text}</h2>
        <pre class="card" tabindex="0">${mail.text_body}</pre>
      </section>
      <p><a href="/mailbox?lang=${language}">${texts.all}</a></p>
    `,
  );
}

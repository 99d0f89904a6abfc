import { Type } from 'typebox';
import type { App } from '../http/server.ts';
import { html, sendPage, type Html } from '../http/page.ts';
import { isId } from '../ids.ts';
import { designSheet } from '../pages/design-sheet.ts';
import { drawMark } from '../pages/icons.page.ts';
import { drawBadge, drawTable } from '../pages/parts.page.ts';
import { problem } from '../problem.ts';
import type { Sql } from '../postgres/client/database.ts';
import { findMail, listMail, type MailRow } from './mailbox.store.ts';

const Recipient = Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })) });

const look = { stylesheet: designSheet.url, bodyClass: 'sandbox' };

/** Where the sandbox's mail ends up: a list, one mail as its reader would see it, and both as JSON for test scripts. */
export function mailboxRoutes(app: App, sql: Sql): void {
  app.get('/mailbox', { schema: { hide: true, querystring: Recipient } }, async (request, reply) => {
    const { to } = request.query;
    const mails = await listMail(sql, to === '' ? undefined : to, 100);
    return sendPage(reply, { ...look, title: 'Mailbox · Praça', body: listPage(mails, to ?? '') });
  });

  app.get('/mailbox/messages', { schema: { hide: true, querystring: Recipient } }, async (request) => {
    const { to } = request.query;
    return (await listMail(sql, to, 100)).map(asJson);
  });

  app.get('/mailbox/:id', { schema: { hide: true } }, async (request, reply) => {
    const mail = await getMail(sql, (request.params as { id: string }).id);
    return sendPage(reply, {
      ...look,
      title: mail.subject,
      body: mailPage(mail),
      contentSecurityPolicy: "frame-src 'self'",
    });
  });

  // A mail's own HTML runs in a frame with no rights at all: it is what somebody wrote, not our page.
  app.get('/mailbox/:id/html', { schema: { hide: true } }, async (request, reply) => {
    const mail = await getMail(sql, (request.params as { id: string }).id);
    return reply
      .header(
        'content-security-policy',
        "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      )
      .type('text/html; charset=utf-8')
      .send(mail.html_body ?? html`<pre>${mail.text_body}</pre>`.text);
  });
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
  received_at: mail.received_at.toISOString(),
});

const shortTime = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const frame = (body: Html): Html =>
  html`<div class="front">
    <header class="row apart">
      <a class="brand" href="/">${drawMark()}<span>Praça</span></a>
      ${drawBadge('Sandbox', 'warn')}
    </header>
    <main class="stack">${body}</main>
  </div>`;

function listPage(mails: readonly MailRow[], to: string): Html {
  return frame(html`
    <header class="title">
      <h1>Mailbox</h1>
      <p>Every mail that this sandbox sends ends up here, and nowhere else.</p>
    </header>
    <form class="form line" method="get" action="/mailbox">
      <div class="field">
        <label for="to">Only mail to</label>
        <input id="to" name="to" type="email" value="${to}" placeholder="ana@example.com" />
      </div>
      <button type="submit" class="plain">Show</button>
    </form>
    ${drawTable({
      caption: 'Mail',
      columns: [{ label: 'Mail', kind: 'name' }, { label: 'To', kind: 'name' }, { label: 'Received' }],
      rows: mails.map((mail) => [
        html`<a href="/mailbox/${mail.id}">${mail.subject}</a>`,
        mail.recipient,
        html`<time datetime="${mail.received_at.toISOString()}">${shortTime(mail.received_at)}</time>`,
      ]),
      empty: html`<div class="empty">
        <p>
          ${
            to === ''
              ? 'No mail yet. Sign somebody up, or ask for a new password.'
              : html`No mail to ${to} yet. <a href="/mailbox">Show all mail</a>`
          }
        </p>
      </div>`,
    })}
  `);
}

function mailPage(mail: MailRow): Html {
  return frame(html`
    <header class="title">
      <h1>${mail.subject}</h1>
      <p>To ${mail.recipient}, ${shortTime(mail.received_at)}</p>
    </header>
    ${
      mail.html_body !== null &&
      html`<iframe
        class="letter"
        title="The mail as its reader sees it"
        src="/mailbox/${mail.id}/html"
        sandbox="allow-popups allow-top-navigation-by-user-activation"
      ></iframe>`
    }
    <section class="stack tight" aria-labelledby="text">
      <h2 id="text">As text</h2>
      <pre class="card" tabindex="0">${mail.text_body}</pre>
    </section>
    <p><a href="/mailbox">All mail</a></p>
  `);
}

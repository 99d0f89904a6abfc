import { Type } from 'typebox';
import type { App } from '../http/server.ts';
import { html, sendPage } from '../http/page.ts';
import { isId } from '../ids.ts';
import { problem } from '../problem.ts';
import type { Sql } from '../postgres/client/database.ts';
import { findMail, listMail, type MailRow } from './mailbox.store.ts';

const Recipient = Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })) });

/** Where the sandbox's mail ends up: a list, one mail as its reader would see it, and both as JSON for test scripts. */
export function mailboxRoutes(app: App, sql: Sql): void {
  app.get('/mailbox', { schema: { hide: true, querystring: Recipient } }, async (request, reply) => {
    const { to } = request.query;
    const mails = await listMail(sql, to === '' ? undefined : to, 100);
    return sendPage(reply, { title: 'Mailbox', body: listPage(mails, to ?? '') });
  });

  app.get('/mailbox/messages', { schema: { hide: true, querystring: Recipient } }, async (request) => {
    const { to } = request.query;
    return (await listMail(sql, to, 100)).map(asJson);
  });

  app.get('/mailbox/:id', { schema: { hide: true } }, async (request, reply) => {
    const mail = await getMail(sql, (request.params as { id: string }).id);
    return sendPage(reply, {
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

function listPage(mails: readonly MailRow[], to: string) {
  const rows = mails.map(
    (mail) =>
      html`<tr>
        <td>
          <a href="/mailbox/${mail.id}">${mail.subject}</a><br /><span class="soft"
            >to ${mail.recipient}</span
          >
        </td>
        <td class="soft">${shortTime(mail.received_at)}</td>
      </tr>`,
  );
  return html`<main>
    <p><a href="/">Praça sandbox</a></p>
    <h1>Mailbox</h1>
    <p class="soft">Every mail that this sandbox sends ends up here, and nowhere else.</p>
    <form method="get" action="/mailbox">
      <label for="to">Only mail to</label
      ><input id="to" name="to" type="email" value="${to}" placeholder="ana@example.com" />
    </form>
    ${
      mails.length === 0
        ? html`<p class="card">No mail yet. Sign somebody up, or ask for a new password.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">Mail</th>
                <th scope="col">Received</th>
              </tr>
            </thead>
            <tbody>
              ${rows}
            </tbody>
          </table>`
    }
  </main>`;
}

function mailPage(mail: MailRow) {
  return html`<main>
    <p><a href="/mailbox">All mail</a></p>
    <h1>${mail.subject}</h1>
    <p class="soft">To ${mail.recipient}, ${shortTime(mail.received_at)}</p>
    ${
      mail.html_body === null
        ? ''
        : html`<iframe
            title="The mail as its reader sees it"
            src="/mailbox/${mail.id}/html"
            sandbox="allow-popups allow-top-navigation-by-user-activation"
          ></iframe>`
    }
    <h2>As text</h2>
    <pre>${mail.text_body}</pre>
  </main>`;
}

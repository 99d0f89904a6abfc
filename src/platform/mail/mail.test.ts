import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, dropAtEnd } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { queueMail, smtpTransport } from './mail.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let testApp: TestApp;

before(async () => {
  database = await createTestDatabase();
  testApp = await openTestApp({ database });
  await testApp.runJobs();
});
after(async () => {
  await testApp.close();
  dropAtEnd(database);
});

interface Message {
  id: string;
  subject: string;
  text: string;
}

async function waitForMail(to: string): Promise<Message[]> {
  let messages: Message[] = [];
  await until(async () => {
    const answer = await testApp.app.inject(`/mailbox/messages?to=${encodeURIComponent(to)}`);
    messages = answer.json();
    return messages.length > 0;
  }, `mail to ${to}`);
  return messages;
}

test('a mail reaches the mailbox only if its transaction commits', async () => {
  const { sql, platform } = testApp;
  await transaction(sql, (tx) =>
    queueMail(tx, platform, {
      to: 'ana@example.com',
      subject: 'Olá <b>Ana</b>',
      text: 'Code 1234',
      html: '<p>1234</p>',
    }),
  );
  await assert.rejects(
    transaction(sql, async (tx) => {
      queueMail(tx, platform, { to: 'ana@example.com', subject: 'never', text: '' });
      throw new Error('undone');
    }),
  );
  const mails = await waitForMail('ANA@example.com');
  assert.deepEqual(
    mails.map((mail) => mail.subject),
    ['Olá <b>Ana</b>'],
  );
});

test('the mailbox shows a list and a mail, and escapes their content', async () => {
  const [mail] = await waitForMail('ana@example.com');
  const list = await testApp.app.inject('/mailbox');
  assert.match(list.body, /Olá &lt;b&gt;Ana&lt;\/b&gt;/);
  assert.match(list.body, new RegExp(`/mailbox/${mail?.id}`));
  assert.match(list.body, /<body class="sandbox"/);
  for (const [lang, word] of [
    ['pt', 'Caixa de e-mail'],
    ['de', 'Postfach'],
  ] as const) {
    const { body } = await testApp.app.inject(`/mailbox?lang=${lang}`);
    assert.ok(body.includes(`<h1>${word}</h1>`) && body.includes(`<html lang="${lang}"`), lang);
  }
  const view = await testApp.app.inject(`/mailbox/${mail?.id}`);
  assert.equal(view.statusCode, 200);
  assert.match(view.body, /Code 1234/);
  const inner = await testApp.app.inject(`/mailbox/${mail?.id}/html`);
  assert.equal(inner.body, '<p>1234</p>');
  assert.match(String(inner.headers['content-security-policy']), /^sandbox .*default-src 'none'/);
  for (const id of ['nothing', '01a1dd64-8657-71c4-b163-7777e1ba6710']) {
    assert.equal((await testApp.app.inject(`/mailbox/${id}`)).statusCode, 404);
  }
});

test('a queued mail is sealed', async () => {
  const { sql, platform } = testApp;
  await transaction(sql, async (tx) => {
    queueMail(tx, platform, {
      to: 'bia@example.com',
      subject: 'reset',
      text: 'https://praca.test/reset/abc',
    });
    const rows = await tx<{ payload: { sealed: string } }[]>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send_mail'`;
    const payload = rows.at(-1)?.payload;
    assert.ok(payload);
    const bytes = Buffer.from(payload.sealed, 'base64');
    assert.match(platform.sealer.open(bytes, 'mail'), /bia@example\.com.*reset\/abc/);
    for (const text of [bytes.toString('latin1'), JSON.stringify(rows)])
      assert.doesNotMatch(text, /reset|bia@/);
  });
});

test('production sends mail by SMTP, with the same message id on every attempt', async () => {
  const received: string[] = [];
  let refuse = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push(text);
        done(refuse ? new Error('try later') : null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as { port: number };
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'Praça <no-reply@praca.example>');
  const mail = { to: 'ana@example.com', subject: 'Confirmação', text: 'Olá' };
  await assert.rejects(transport.send('id-1', mail));
  refuse = false;
  await transport.send('id-1', mail);
  assert.equal(received.length, 2);
  for (const text of received) {
    assert.match(text, /Message-ID: <id-1@praca\.example>/i);
    assert.match(text, /From: =\?UTF-8\?.*<no-reply@praca\.example>/i);
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

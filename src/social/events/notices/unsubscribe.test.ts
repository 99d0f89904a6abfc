import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import {
  openModeration,
  type Headers,
  type Moderation,
  type SignedIn,
} from '../../../../test/support/moderation.ts';
import { until } from '../../../../test/support/process.ts';

let praca: TestApp;
let moderation: Moderation;
let staff: Headers;
before(async () => {
  praca = await openSocialApp();
  await praca.runJobs();
  moderation = await openModeration(praca);
  staff = await moderation.staff('clara');
});
after(() => praca.close());

interface MailboxMail {
  subject: string;
  text: string;
  headers: Record<string, string>;
}
const mailsOf = async (person: SignedIn): Promise<MailboxMail[]> =>
  (await praca.app.inject(`/mailbox/messages?to=${person.id}@example.org`)).json();
const dayMs = 86_400_000;

/** Signs in a user with a mail address who attends an event in the far future. */
async function goToEvent(name: string, fields: object = {}): Promise<{ person: SignedIn; event: number }> {
  const person = await moderation.signIn(name);
  await praca.sql`update social.users set email = ${`${person.id}@example.org`} where id = ${person.id}`;
  if (Object.keys(fields).length > 0)
    await moderation.call('PUT', `/user/${person.id}/config`, person.headers, { ...fields });
  const startMs = praca.clock.nowMs() + 10 * dayMs;
  const { body } = await moderation.call('POST', '/staff/events', staff, {
    name: `Party of ${name}`,
    category: 'Music',
    startDate: new Date(startMs).toISOString(),
    endDate: new Date(startMs + 3_600_000).toISOString(),
    location: { name: 'Praça', city: 'Recife' },
  });
  const { status } = await moderation.call('POST', `/event/${body.id}/confirm/${person.id}`, person.headers);
  assert.equal(status, 200);
  return { person, event: body.id };
}
const moveEvent = (event: number, venue: string) =>
  moderation.call('PUT', `/staff/events/${event}`, staff, { location: { name: venue, city: 'Recife' } });
const cancel = (event: number) => moderation.call('POST', `/staff/events/${event}/cancel`, staff, {});
const isDelivered = (event: number) =>
  until(
    async () =>
      (await praca.sql`select from social.event_notices where event_id = ${event} and done_at is null`)
        .length === 0,
    'the notices',
  );
async function firstMail(person: SignedIn): Promise<MailboxMail> {
  await until(async () => (await mailsOf(person)).length > 0, 'the mail');
  const [mail] = await mailsOf(person);
  assert.ok(mail);
  return mail;
}
const linkOf = ({ headers }: MailboxMail): string =>
  (/^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '').replace(praca.platform.publicUrl, '');

test('a cancellation is sent by mail and push even if notifications are turned off', async () => {
  const { person, event } = await goToEvent('off', { notificationAlert: false });
  const device = await moderation.call('PUT', `/user/${person.id}/devices/phone`, person.headers, {
    endpoint: 'http://127.0.0.1:9/push',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  });
  assert.equal(device.status, 200, JSON.stringify(device.body));
  await moveEvent(event, 'Other place');
  await isDelivered(event);
  await cancel(event);
  const mail = await firstMail(person);
  assert.equal(mail.subject, 'Cancelled: Party of off');
  assert.equal((await mailsOf(person)).length, 1, 'the change of place was not mailed');
  const [job] = await praca.sql<{ count: number }[]>`
    select count(*)::int as count from graphile_worker.jobs where key like ${`push ${person.id} %`}`;
  assert.ok((job?.count ?? 0) <= 1);
});

test('one click without a sign-in stops event mails, except cancellations', async () => {
  const { person, event } = await goToEvent('click');
  await moveEvent(event, 'Place 1');
  const mail = await firstMail(person);
  assert.equal(mail.headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
  const url = linkOf(mail);
  const looked = await praca.app.inject(`${url}&lang=pt`);
  assert.equal(looked.statusCode, 200, looked.body);
  assert.match(looked.body, /<form[^>]+method="post"/);
  assert.match(looked.body, /<html lang="pt"/);
  const config = async (): Promise<boolean> =>
    (await moderation.call('GET', `/user/${person.id}/config`, person.headers)).body.eventMail;
  assert.equal(await config(), true, 'a GET changes nothing');
  const clicked = await praca.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  assert.equal(clicked.statusCode, 200, clicked.body);
  assert.equal(await config(), false);
  await moveEvent(event, 'Place 2');
  await isDelivered(event);
  await cancel(event);
  await until(async () => (await mailsOf(person)).length > 1, 'the cancellation');
  assert.deepEqual(
    (await mailsOf(person)).map(({ subject }) => subject),
    ['Cancelled: Party of click', 'Changed: Party of click'],
  );
  await moderation.call('PUT', `/user/${person.id}/config`, person.headers, { eventMail: true });
  assert.equal(await config(), true);
});

test('a mail program may send the form as multipart or empty, and repeat it', async () => {
  const { person, event } = await goToEvent('parts');
  await moveEvent(event, 'Place 1');
  const url = linkOf(await firstMail(person));
  const boundary = 'x';
  for (const request of [
    {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
    },
    {},
  ]) {
    await praca.sql`update social.users set mails_events = true where id = ${person.id}`;
    for (let turn = 0; turn < 2; turn++)
      assert.equal((await praca.app.inject({ method: 'POST', url, ...request })).statusCode, 200);
    const rows = await praca.sql`select from social.users where id = ${person.id} and not mails_events`;
    assert.equal(rows.length, 1);
  }
  const large = await praca.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: 'x'.repeat(100_000),
  });
  assert.equal(large.statusCode, 413);
});

test('an invented, changed or missing token changes nothing, and a valid one opens nothing else', async () => {
  const { person, event } = await goToEvent('token');
  await moveEvent(event, 'Place 1');
  const url = linkOf(await firstMail(person));
  const token = new URL(url, 'http://x').searchParams.get('token') ?? '';
  const changed = `${token.slice(0, -5)}${token.at(-5) === 'A' ? 'B' : 'A'}${token.slice(-4)}`;
  for (const wrong of ['', 'x', changed, person.id, `${token}A`, token.repeat(50)])
    for (const method of ['GET', 'POST'] as const) {
      const answer = await praca.app.inject({ method, url: `/social/mail/unsubscribe?token=${wrong}` });
      assert.equal(answer.statusCode, 410, wrong);
    }
  const rows = await praca.sql`select from social.users where id = ${person.id} and mails_events`;
  assert.equal(rows.length, 1);
  for (const path of [`/user/${person.id}/config`, `/user/${person.id}/notices`])
    assert.equal(
      (await moderation.call('GET', `${path}?access_token=${encodeURIComponent(token)}`, {})).status,
      401,
    );
  assert.ok(!praca.log.join('').includes(token), 'the token is not logged');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { PlayedApns } from '../../../../test/support/played-apns.ts';
import { PlayedFcm } from '../../../../test/support/played-fcm.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { bringJobsForward } from '../../../platform/jobs/jobs.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';

let praca: TestApp;
let people: People;
let google: PlayedFcm;
let apple: PlayedApns;
before(async () => {
  google = await new PlayedFcm().listen();
  apple = await new PlayedApns().listen();
  setDefaultCACertificates([...getCACertificates('default'), apple.certificate]);
  praca = await openSocialApp({
    settings: {
      FCM_SERVICE_ACCOUNT: Buffer.from(google.account()).toString('base64'),
      FCM_URL: google.url,
      APNS_KEY: apple.key(),
      APNS_KEY_ID: apple.keyId,
      APNS_TEAM_ID: apple.teamId,
      APNS_TOPIC: apple.topic,
      APNS_URL: apple.url,
    },
  });
  people = await openPeople(praca);
  await praca.runJobs();
});
after(async () => {
  await praca.close();
  await google.close();
  await apple.close();
});

let made = 0;
const newFcm = () => ({ platform: 'fcm', token: `fcm-${++made}:APA91b` });
const newApns = () => ({ platform: 'apns', token: (++made).toString(16).padStart(64, '0') });

const put = (person: Person, deviceId: string, payload: Record<string, unknown>, language = 'pt-BR') =>
  praca.app.inject({
    method: 'PUT',
    url: `/social/user/${person.id}/devices/${deviceId}`,
    headers: { ...person.headers, 'accept-language': language },
    payload,
  });
const send = async (from: Person, to: Person, message = 'Oi!'): Promise<string> => {
  const answer = await praca.app.inject({
    method: 'POST',
    url: `/social/user/${from.id}/chat/${to.id}`,
    headers: from.headers,
    payload: { message },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ id: string }>().id;
};
const couple = async (): Promise<[ana: Person, bia: Person]> => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await people.combine(ana, bia);
  return [ana, bia];
};
const atGoogle = (token: string) => google.taken.filter((message) => message.token === token);
const atApple = (token: string) => apple.taken.filter((notification) => notification.token === token);
const putOff = () => praca.sql<{ attempts: number; isLate: boolean }[]>`
  select (p.payload->>'attempts')::integer as attempts, j.run_at > now() + interval '1 hour' as "isLate"
  from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
  where j.task_identifier like 'social_push%' and p.payload->>'attempts' is not null and j.attempts = 0`;
/** Fails until `succeedFor`: on a slow machine a retry may come early. */
const failFor = (...tokens: string[]) => {
  for (const token of tokens) {
    google.replies.set(
      token,
      Array.from({ length: 50 }, () => ({ status: 500 })),
    );
    apple.replies.set(
      token,
      Array.from({ length: 50 }, () => ({ status: 500, reason: 'InternalServerError' })),
    );
  }
};
const succeedFor = (...tokens: string[]) => {
  for (const token of tokens) for (const { replies } of [google, apple]) replies.delete(token);
};
const idle = async () =>
  (await praca.sql`select from graphile_worker.jobs where task_identifier like 'social_push%'`).length === 0;
const bringForward = () => transaction(praca.sql, (tx) => bringJobsForward(tx, 7_200_000));

test('a message notifies both kinds of phones in their language and reveals no content to their push services', async () => {
  const [ana, bia] = await couple();
  const [android, iphone] = [newFcm(), newApns()];
  assert.deepEqual((await put(bia, 'android', android)).json<{ platform: string }>().platform, 'fcm');
  await put(bia, 'iphone', iphone, 'de');
  const id = await send(ana, bia, 'Vai no samba? 😀');
  await until(() => atGoogle(android.token).length + atApple(iphone.token).length === 2, 'both');
  const [message] = atGoogle(android.token);
  const [notification] = atApple(iphone.token);
  assert.equal(message?.notification.title, 'Nova mensagem');
  assert.equal(notification?.payload.aps.alert.title, 'Neue Nachricht');
  assert.deepEqual(message?.data, { type: 'message', id, sender_id: ana.id });
  assert.equal(notification?.payload['id'], id);
  assert.equal(notification?.headers['apns-collapse-id'], message?.android.notification.tag);
  for (const sent of [message, notification]) assert.doesNotMatch(JSON.stringify(sent), /samba|Person/);
  assert.doesNotMatch(praca.log.join(''), /BEGIN|ya29|APA91b/);
});

test('a user who signs out gets no further notifications, not even queued ones', async () => {
  const [ana, bia] = await couple();
  const [android, iphone] = [newFcm(), newApns()];
  await put(bia, 'android', android);
  await put(bia, 'iphone', iphone);
  failFor(android.token, iphone.token);
  await send(ana, bia);
  await until(async () => (await putOff()).length === 2, 'both delayed');
  const signOut = await praca.app.inject({
    method: 'DELETE',
    url: '/social/oauth/session',
    headers: bia.headers,
  });
  assert.equal(signOut.statusCode, 200);
  assert.equal((await praca.sql`select from social.devices where user_id = ${bia.id}`).length, 0);
  succeedFor(android.token, iphone.token);
  await bringForward();
  await until(idle, 'no jobs');
  await send(ana, bia);
  await until(idle, 'no jobs');
  assert.deepEqual([atGoogle(android.token).length, atApple(iphone.token).length], [0, 0]);
});

test('a token refresh keeps the device; deletion of the user and a stolen refresh token remove it', async () => {
  const signIn = async (userId: string) => {
    const answer = await praca.app.inject({
      method: 'POST',
      url: '/social/oauth/token',
      payload: { user_id: userId, name: 'Bia' },
    });
    return answer.json<{ access_token: string; refresh_token: string }>();
  };
  const refresh = (token: string) =>
    praca.app.inject({
      method: 'POST',
      url: '/social/oauth/token',
      payload: { grant_type: 'refresh_token', refresh_token: token },
    });
  const personOf = async (token: string): Promise<Person> => {
    const headers = { authorization: `Bearer ${token}` };
    const session = await praca.app.inject({ url: '/social/oauth/session', headers });
    return { id: session.json<{ user_id: string }>().user_id, sessionId: '', token, headers };
  };
  const [ana] = (await people.create(1)) as [Person];
  for (const ending of ['deletion', 'theft'] as const) {
    const first = await signIn(`refresh-${ending}`);
    const bia = await personOf(first.access_token);
    await people.combine(ana, bia);
    const android = newFcm();
    await put(bia, 'android', android);
    const second = (await refresh(first.refresh_token)).json<typeof first>();
    await send(ana, bia);
    await until(() => atGoogle(android.token).length === 1, 'the push after the refresh');
    if (ending === 'deletion') {
      const url = `/social/user/${bia.id}/delete`;
      await praca.app.inject({ method: 'POST', url, headers: bia.headers });
    } else {
      await refresh(second.refresh_token);
      assert.equal((await refresh(first.refresh_token)).statusCode, 401);
    }
    const left = await praca.sql`select from social.devices where user_id = ${bia.id}`;
    assert.equal(left.length, 0, ending);
  }
});

test('a phone with a new user does not get notifications for its former user', async () => {
  const [ana, bia] = await couple();
  const [carla] = (await people.create(1)) as [Person];
  const iphone = newApns();
  await put(bia, 'iphone', iphone);
  failFor(iphone.token);
  await send(ana, bia);
  await until(async () => (await putOff()).length === 1, 'the delayed delivery');
  await put(carla, 'iphone', { ...iphone, token: iphone.token.toUpperCase() });
  succeedFor(iphone.token);
  await bringForward();
  await until(idle, 'no jobs');
  assert.equal(atApple(iphone.token).length, 0);
  await people.combine(ana, carla);
  await send(ana, carla);
  await until(() => atApple(iphone.token).length === 1, 'the notification for Carla');
});

test('a notification sent twice after a crash is shown once', async () => {
  const [ana, bia] = await couple();
  const [android, iphone] = [newFcm(), newApns()];
  await put(bia, 'android', android);
  await put(bia, 'iphone', iphone);
  const messageId = await send(ana, bia);
  await until(() => atGoogle(android.token).length + atApple(iphone.token).length === 2, 'both');
  await until(idle, 'no jobs');
  const note = { kind: 'message', fromId: ana.id, messageId };
  for (const [name, deviceId] of [
    ['social_push_fcm', 'android'],
    ['social_push_apns', 'iphone'],
  ] as const)
    await praca.sql`
      select graphile_worker.add_job(${name}, ${JSON.stringify({ userId: bia.id, deviceId, note })}::json)`;
  await until(() => atGoogle(android.token).length + atApple(iphone.token).length === 4, 'both again');
  const tags = atGoogle(android.token).map(({ android: { notification } }) => notification.tag);
  assert.equal(new Set(tags).size, 1);
  for (const header of ['apns-collapse-id', 'apns-id'])
    assert.equal(new Set(atApple(iphone.token).map(({ headers }) => headers[header])).size, 1, header);
  await send(ana, bia);
  await until(() => atGoogle(android.token).length === 3 && atApple(iphone.token).length === 3, 'another');
  assert.notEqual(atGoogle(android.token)[2]?.android.notification.tag, tags[0]);
});

test('a queued notification is dropped if the combination ends, the setting changes, or the message is read or deleted', async () => {
  const waits: ((ana: Person, bia: Person, messageId: string) => Promise<LightMyRequestResponse>)[] = [
    (ana, bia) =>
      praca.app.inject({ method: 'POST', url: `/social/user/dislike/${ana.id}`, headers: bia.headers }),
    (ana, bia) =>
      praca.app.inject({ method: 'POST', url: `/social/user/dislike/${bia.id}`, headers: ana.headers }),
    (_ana, bia) =>
      praca.app.inject({
        method: 'PUT',
        url: `/social/user/${bia.id}/config`,
        headers: bia.headers,
        payload: { newMessage: false },
      }),
    (ana, bia, messageId) =>
      praca.app.inject({
        method: 'DELETE',
        url: `/social/user/${ana.id}/chat/${bia.id}/${messageId}`,
        headers: ana.headers,
      }),
    (ana, bia) => praca.app.inject({ url: `/social/user/${bia.id}/chat/${ana.id}`, headers: bia.headers }),
  ];
  const iphones = await Promise.all(
    waits.map(async (turnAway) => {
      const [ana, bia] = await couple();
      const iphone = newApns();
      await put(bia, 'iphone', iphone);
      failFor(iphone.token);
      const messageId = await send(ana, bia);
      await until(async () => (await putOff()).length === waits.length, 'the delayed delivery');
      assert.equal((await turnAway(ana, bia, messageId)).statusCode, 200);
      succeedFor(iphone.token);
      return iphone;
    }),
  );
  await bringForward();
  await until(idle, 'no jobs');
  for (const { token } of iphones) assert.equal(atApple(token).length, 0);
});

test('when several users register one phone concurrently, exactly one gets it', async () => {
  const persons = await people.create(6);
  const android = newFcm();
  const answers = await Promise.all(persons.map((person) => put(person, 'phone', android)));
  assert.deepEqual(new Set(answers.map((answer) => answer.statusCode)), new Set([200]));
  assert.equal((await praca.sql`select from social.devices where endpoint = ${android.token}`).length, 1);
});

test('deletes a device unknown to its service, unless the app has registered again since', async () => {
  const left = async (person: Person) =>
    (await praca.sql`select from social.devices where user_id = ${person.id}`).length;
  const [ana, bia] = await couple();
  const android = newFcm();
  await put(bia, 'android', android);
  google.replies.set(android.token, [{ status: 404, errorCode: 'UNREGISTERED' }]);
  await send(ana, bia);
  await until(async () => (await left(bia)) === 0, 'the removal by FCM');

  const iphone = newApns();
  await put(bia, 'iphone', iphone);
  const unregistered = (timestamp: number) => ({ status: 410, reason: 'Unregistered', timestamp });
  apple.replies.set(iphone.token, [unregistered(Date.now() - 3_600_000)]);
  await send(ana, bia);
  await until(async () => apple.asked.includes(iphone.token) && (await idle()), 'the answer of APNs');
  assert.equal(await left(bia), 1, 'it was registered after APNs had reported it as gone');
  apple.replies.set(iphone.token, [unregistered(Date.now() + 1000)]);
  await send(ana, bia);
  await until(async () => (await left(bia)) === 0, 'the removal by APNs');
});

test('after a 429 the phone is notified once, after the requested time', async () => {
  const [ana, bia] = await couple();
  const android = newFcm();
  await put(bia, 'android', android);
  const quota = { status: 429, errorCode: 'QUOTA_EXCEEDED', headers: { 'retry-after': '5400' } };
  google.replies.set(android.token, [quota]);
  await send(ana, bia);
  await until(async () => (await putOff()).length === 1, 'the delayed delivery');
  const [job] = await putOff();
  assert.deepEqual([job?.attempts, job?.isLate], [1, true]);
  const [other, dora] = await couple();
  const others = newFcm();
  await put(dora, 'android', others);
  await send(other, dora);
  await until(() => atGoogle(others.token).length === 1, 'another phone is not delayed');
  await bringForward();
  await until(() => atGoogle(android.token).length === 1, 'the push');
  await until(idle, 'no jobs');
  assert.equal(atGoogle(android.token).length, 1);
});

test('an unavailable service is paused, and other services continue', async () => {
  const [ana, bia] = await couple();
  const [android, iphone] = [newFcm(), newApns()];
  await put(bia, 'android', android);
  await put(bia, 'iphone', iphone);
  google.replies.set(android.token, [{ status: 503, headers: { 'retry-after': '5400' } }]);
  await send(ana, bia);
  await until(() => atApple(iphone.token).length === 1, 'the push by APNs');
  await until(async () => (await putOff()).length === 1, 'the delayed delivery');
  await send(ana, bia);
  await until(async () => (await putOff()).length === 2, 'the second delivery, delayed without an attempt');
  assert.equal(google.asked.filter((token) => token === android.token).length, 1);
  assert.equal(praca.log.filter((line) => line.includes('push by fcm failed')).length, 1);
  await praca.sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier like 'social_push%'))`;
});

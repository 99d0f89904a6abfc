import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { openPhoneServices } from '../push/open-phone-services.ts';
import type { SocialContext } from '../../social.context.ts';
import { deviceJobs } from './device.jobs.ts';
import { mostWaitingPerDevice, type PushNote } from './push.rules.ts';
import { schedulePush } from './schedule-push.ts';

let praca: TestApp;
let context: SocialContext;
let people: People;
let server: Server;
let serverUrl: string;
const received: string[] = [];
before(async () => {
  praca = await openSocialApp();
  context = {
    ...praca.platform,
    staffSql: praca.sql,
    baseUrl: `${praca.platform.publicUrl}/social`,
  } as unknown as SocialContext;
  people = await openPeople(praca);
  server = createServer((request, response) => {
    received.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(201).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  await praca.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => praca.sql`delete from graphile_worker._private_jobs`);

const couple = async (): Promise<[Person, Person]> => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await people.combine(ana, bia);
  return [ana, bia];
};
const put = async (person: Person, deviceId: string, endpoint: string): Promise<void> => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const answer = await praca.app.inject({
    method: 'PUT',
    url: `/social/user/${person.id}/devices/${deviceId}`,
    headers: person.headers,
    payload: {
      endpoint,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    },
  });
  assert.equal(answer.statusCode, 200, answer.body);
};
const send = async (from: Person, to: Person): Promise<void> => {
  const answer = await praca.app.inject({
    method: 'POST',
    url: `/social/user/${from.id}/chat/${to.id}`,
    headers: from.headers,
    payload: { message: 'Oi!' },
  });
  assert.equal(answer.statusCode, 200, answer.body);
};
const waiting = async (): Promise<{ name: string; deviceId: string }[]> => praca.sql<
  { name: string; deviceId: string }[]
>`
  select j.task_identifier as name, p.payload->>'deviceId' as "deviceId"
  from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
  where j.task_identifier like 'social_push%' order by 2`;
const laneOf = (name: string): string | undefined =>
  deviceJobs(
    { ...context, metrics: { counter: () => ({ inc: () => {} }) } } as unknown as SocialContext,
    openPhoneServices(praca.platform.settings),
    async () => undefined,
  ).find((job) => job.name === name)?.lane;

test('each known push service has its own lane, and all other origins share one', async () => {
  const [ana, bia] = await couple();
  const endpoints = {
    google: 'https://fcm.googleapis.com/fcm/send/a',
    mozilla: 'https://updates.push.services.mozilla.com/wpush/v2/a',
    apple: 'https://web.push.apple.com/a',
    windows: 'https://db5p.notify.windows.com/w/?token=a',
    other1: 'https://push.example.net/a',
    other2: 'https://fcm.googleapis.com.example.net/a',
    other3: 'http://fcm.googleapis.com/a',
    other4: 'https://fcm.googleapis.com:8443/a',
  };
  for (const [deviceId, endpoint] of Object.entries(endpoints)) await put(bia, deviceId, endpoint);
  await send(ana, bia);
  const lanes = new Map((await waiting()).map(({ name, deviceId }) => [deviceId, laneOf(name)]));
  const known = ['google', 'mozilla', 'apple', 'windows'].map((deviceId) => lanes.get(deviceId));
  const others = ['other1', 'other2', 'other3', 'other4'].map((deviceId) => lanes.get(deviceId));
  assert.equal(new Set(known).size, 4);
  assert.equal(new Set(others).size, 1);
  assert.ok(![...known, undefined].includes(others[0]));
  assert.equal(laneOf('social_push_fcm'), lanes.get('google'), 'phones share the lane of their service');
  assert.equal(laneOf('social_push_apns'), lanes.get('apple'));
});

test('the number of queued messages per device is limited, but notices from staff are always queued', async () => {
  const [ana, bia] = await couple();
  for (const deviceId of ['phone', 'phone 2']) await put(bia, deviceId, `https://push.example.net/${bia.id}`);
  await put(bia, 'tablet', 'https://push.example.net/tablet');
  const waitingFor = async (deviceId: string): Promise<number> =>
    (await waiting()).filter((job) => job.deviceId === deviceId).length;
  for (let count = 0; count < mostWaitingPerDevice + 5; count++) await send(ana, bia);
  assert.deepEqual(
    [await waitingFor('phone 2'), await waitingFor('tablet')],
    [mostWaitingPerDevice, mostWaitingPerDevice],
  );
  await praca.sql`
    delete from graphile_worker._private_jobs where payload->>'deviceId' = 'tablet'`;
  await send(ana, bia);
  assert.deepEqual([await waitingFor('phone 2'), await waitingFor('tablet')], [mostWaitingPerDevice, 1]);
  const note: PushNote = { kind: 'notice', noticeId: bia.id, act: 'warn' };
  await transaction(praca.sql, (tx) =>
    schedulePush(tx, { ...context, settings: praca.platform.settings }, bia.id, note),
  );
  assert.deepEqual([await waitingFor('phone 2'), await waitingFor('tablet')], [mostWaitingPerDevice + 1, 2]);
});

// Must be the last test: its jobs run until the app is closed.
test('a device that moves to another server is notified in the lane of that server', async () => {
  const [ana, bia] = await couple();
  await put(bia, 'phone', 'https://updates.push.services.mozilla.com/wpush/v2/b');
  await send(ana, bia);
  assert.deepEqual(
    (await waiting()).map(({ name }) => name),
    ['social_push_web_mozilla'],
  );
  await put(bia, 'phone', `${serverUrl}/moved`);
  const [job] = await praca.sql<{ payload: never }[]>`select payload from graphile_worker._private_jobs`;
  assert.ok(job);
  const definition = deviceJobs(
    { ...context, metrics: { counter: () => ({ inc: () => {} }) } } as unknown as SocialContext,
    openPhoneServices(praca.platform.settings),
    async () => ({ type: 'message' }),
  ).find(({ name }) => name === 'social_push_web_mozilla');
  await definition?.run(job.payload);
  assert.equal(received.length, 0);
  assert.deepEqual(
    (await waiting()).map(({ name }) => name),
    ['social_push'],
  );
  await praca.runJobs();
  await until(() => received.includes('/moved'), 'the notification');
});

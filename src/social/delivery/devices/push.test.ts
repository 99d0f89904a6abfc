import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openSocialApp, productionSettings, type TestApp } from '../../../../test/support/app.ts';
import { openLiveClient } from '../../../../test/support/live-client.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { bringJobsForward } from '../../../platform/jobs/jobs.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { findEndpointFault } from './check-endpoint.ts';

/** The browser’s side of Web Push (RFC 8291), implemented from the specification. */
class Browser {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  subscription(endpoint: string) {
    return {
      endpoint,
      expirationTime: null,
      keys: {
        p256dh: this.#keys.getPublicKey('base64url'),
        auth: this.#auth.toString('base64url'),
      },
    };
  }

  decrypt(body: Buffer): Record<string, string> {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const secret = this.#keys.computeSecret(senderKey);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), senderKey]);
    const material = Buffer.from(hkdfSync('sha256', secret, this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    return JSON.parse(padded.subarray(0, end).toString()) as Record<string, string>;
  }
}

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let praca: TestApp;
let people: People;
let service: Server;
let serviceUrl: string;
const received: Received[] = [];
const statuses = new Map<string, number[]>();
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  await praca.runJobs();
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(statuses.get(path)?.shift() ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
after(async () => {
  await praca.close();
  await new Promise((resolve) => service.close(resolve));
});

const put = (person: Person, deviceId: string, payload: Record<string, unknown>) =>
  praca.app.inject({
    method: 'PUT',
    url: `/social/user/${person.id}/devices/${deviceId}`,
    headers: person.headers,
    payload,
  });
const send = (from: Person, to: Person, message: string) =>
  praca.app.inject({
    method: 'POST',
    url: `/social/user/${from.id}/chat/${to.id}`,
    headers: from.headers,
    payload: { message },
  });
const idle = async () =>
  (await praca.sql`select from graphile_worker.jobs where task_identifier = 'social_push'`).length === 0;
const at = (path: string): Received[] => received.filter((entry) => entry.path === path);

async function coupleWithDevice(path: string): Promise<{ ana: Person; bia: Person; browser: Browser }> {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await people.combine(ana, bia);
  const browser = new Browser();
  const answer = await put(bia, 'phone', browser.subscription(serviceUrl + path));
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json<{ device_id: string }>().device_id, 'phone');
  return { ana, bia, browser };
}

test('a message is encrypted for the device only and signed with the key that clients subscribe with', async () => {
  const { ana, bia, browser } = await coupleWithDevice('/message');
  const sent = (await send(ana, bia, 'Vai no samba? 😀')).json<{ id: string }>();
  await until(() => at('/message').length === 1, 'the push');
  const [push] = at('/message');
  assert.ok(push);
  const note = browser.decrypt(push.body);
  assert.deepEqual(
    [note['type'], note['from'], note['id'], note['message']],
    ['message', ana.id, sent.id, 'Vai no samba? 😀'],
  );
  assert.equal(push.headers['content-encoding'], 'aes128gcm');
  assert.equal(push.headers['ttl'], '86400');
  assert.match(String(push.headers['topic']), /^[\w-]{32}$/);
  assert.ok(!push.body.includes('samba'));

  const { public_key: publicKey } = (await praca.app.inject({ url: '/social/push/key' })).json<{
    public_key: string;
  }>();
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(push.headers['authorization'] ?? '') ?? [];
  assert.equal(key, publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  assert.ok(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  );
  assert.equal((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }).aud, serviceUrl);
});

test('the VAPID keys are generated once for all processes, and the private key is stored encrypted', async () => {
  const [row] = await praca.sql<{ public_key: string; sealed_private_key: Buffer }[]>`
    select public_key, sealed_private_key from social.push_keys`;
  assert.ok(row);
  const { public_key: shown } = (await praca.app.inject({ url: '/social/push/key' })).json<{
    public_key: string;
  }>();
  assert.equal(row.public_key, shown);
  assert.equal(praca.platform.sealer.open(row.sealed_private_key, 'social push key').length, 43);
});

test('a combination notifies both users, a like notifies neither', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const browsers = [new Browser(), new Browser()];
  await put(ana, 'a', browsers[0]?.subscription(`${serviceUrl}/ana`) ?? {});
  await put(bia, 'b', browsers[1]?.subscription(`${serviceUrl}/bia`) ?? {});
  const like = (from: Person, to: Person) =>
    praca.app.inject({ method: 'POST', url: `/social/user/like/${to.id}`, headers: from.headers });
  await like(ana, bia);
  await like(bia, ana);
  await until(() => at('/ana').length === 1 && at('/bia').length === 1, 'both pushes');
  assert.equal(browsers[0]?.decrypt(at('/ana')[0]?.body ?? Buffer.alloc(0))['from'], bia.id);
  assert.equal(browsers[1]?.decrypt(at('/bia')[0]?.body ?? Buffer.alloc(0))['type'], 'combination');
});

test('sends no notification if settings turn it off or the user is connected', async () => {
  const { ana, bia } = await coupleWithDevice('/quiet');
  for (const [off, on] of [
    ['notify_alert', 'notify_message'],
    ['notify_message', 'notify_alert'],
  ] as const) {
    await praca.sql`
      update social.users set ${praca.sql.identifier(off)} = false, ${praca.sql.identifier(on)} = true where id = ${bia.id}`;
    await send(ana, bia, off);
  }
  await praca.sql`update social.users set notify_message = true where id = ${bia.id}`;
  const client = await openLiveClient({
    url: await praca.listen(),
    userId: bia.id,
    token: bia.token,
    via: 'websocket',
  });
  await until(
    async () => (await praca.sql`select from social.presences where user_id = ${bia.id}`).length === 1,
    'presence',
  );
  await send(ana, bia, 'live');
  await until(() => client.updates.length === 1, 'the live message');
  await client.stop();
  await until(
    async () => (await praca.sql`select from social.presences where user_id = ${bia.id}`).length === 0,
    'no presence',
  );
  await until(idle, 'no jobs');
  assert.equal(at('/quiet').length, 0);
  await send(ana, bia, 'now');
  await until(() => at('/quiet').length === 1, 'the push');
});

test('404 and 410 remove the device, a server error is retried, and other refusals are not', async () => {
  for (const status of [404, 410]) {
    const path = `/gone-${status}`;
    const { ana, bia } = await coupleWithDevice(path);
    statuses.set(path, [status]);
    await send(ana, bia, 'x');
    await until(
      async () => (await praca.sql`select from social.devices where user_id = ${bia.id}`).length === 0,
      'the removal',
    );
  }
  const { ana, bia } = await coupleWithDevice('/busy');
  statuses.set('/busy', [500]);
  await send(ana, bia, 'x');
  const putOff = () => praca.sql`
    select id from graphile_worker.jobs where task_identifier = 'social_push' and attempts = 0 and run_at > now()`;
  await until(async () => at('/busy').length === 2 || (await putOff()).length === 1, 'the delayed delivery');
  await transaction(praca.sql, (tx) => bringJobsForward(tx, 3_600_000));
  await until(() => at('/busy').length === 2, 'another try');
  const refused = await coupleWithDevice('/refused');
  statuses.set('/refused', [400, 400]);
  await send(refused.ana, refused.bia, 'x');
  await until(() => at('/refused').length === 1, 'the push');
  // A delayed job would still be in the queue.
  await until(idle, 'no jobs');
  assert.equal(at('/refused').length, 1);
});

test('a browser belongs to the last user who signed in, and devices are replaced, limited and removed', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const subscription = new Browser().subscription(`${serviceUrl}/shared`);
  await put(ana, 'phone', subscription);
  await put(bia, 'tablet', subscription);
  const owners =
    await praca.sql`select user_id from social.devices where endpoint = ${subscription.endpoint}`;
  assert.deepEqual(
    owners.map((row) => row['user_id']),
    [bia.id],
  );
  for (let index = 0; index < 22; index++)
    await put(ana, `d${index}`, new Browser().subscription(`${serviceUrl}/many-${index}`));
  const [count] =
    await praca.sql`select count(*)::integer as count from social.devices where user_id = ${ana.id}`;
  assert.equal(count?.['count'], 20);
  const remove = () =>
    praca.app.inject({
      method: 'DELETE',
      url: `/social/user/${bia.id}/devices/tablet`,
      headers: bia.headers,
    });
  assert.deepEqual((await remove()).json(), { deleted: 1 });
  assert.deepEqual((await remove()).json(), { deleted: 0 });
});

test('a device needs a subscription with valid encryption keys', async () => {
  const [ana] = (await people.create(1)) as [Person];
  const good = new Browser().subscription(`${serviceUrl}/x`);
  for (const bad of [
    {},
    { ...good, endpoint: 'nonsense' },
    { ...good, endpoint: 'ftp://x.example' },
    { ...good, endpoint: `https://x.example/${'é'.repeat(1900)}` },
    { platform: 'fax', token: 'x' },
    { platform: 'fcm' },
    { platform: 'fcm', token: '' },
    { platform: 'fcm', token: 'white space' },
    { platform: 'fcm', token: 'x'.repeat(1025) },
    { platform: 'apns', ...good },
    { platform: 'apns', token: 'not hexadecimal' },
    { platform: 'apns', token: 'abc'.repeat(21) },
    { platform: 'apns', token: 'ab'.repeat(101) },
    { platform: 'apns', token: 'ab'.repeat(32), environment: 'elsewhere' },
    { ...good, keys: { ...good.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
    { ...good, keys: { ...good.keys, auth: 'short' } },
  ])
    assert.equal((await put(ana, 'phone', bad)).statusCode, 400, JSON.stringify(bad));
});

test('production accepts only https endpoints at public addresses', async () => {
  const production = await openSocialApp({ settings: productionSettings });
  try {
    const theirs = await openPeople(production);
    const [ana] = (await theirs.create(1)) as [Person];
    for (const [endpoint, status] of [
      ['http://push.example.net/x', 400],
      ['https://127.0.0.1/x', 400],
      ['https://localhost/x', 400],
      ['https://push.example.net/x', 200],
    ] as const) {
      const answer = await production.app.inject({
        method: 'PUT',
        url: `/social/user/${ana.id}/devices/phone`,
        headers: ana.headers,
        payload: new Browser().subscription(endpoint),
      });
      assert.equal(answer.statusCode, status, endpoint);
    }
  } finally {
    await production.close();
  }
});

test('rejects endpoints at private, local and reserved addresses in every notation', () => {
  for (const endpoint of [
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://192.31.196.7/',
    'https://intranet/',
    'https://a.local/',
    'https://a.internal./',
    'https://router.home.arpa/',
    'https://user:pw@push.example.net/',
    'http://push.example.net/',
  ])
    assert.notEqual(findEndpointFault(endpoint, false), undefined, endpoint);
  for (const endpoint of ['https://push.example.net/', 'https://8.8.8.8/', 'https://[::ffff:8.8.8.8]/'])
    assert.equal(findEndpointFault(endpoint, false), undefined, endpoint);
});

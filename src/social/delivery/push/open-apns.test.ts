import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { PlayedApns } from '../../../../test/support/played-apns.ts';
import { openApns, type ApnsOptions } from './open-apns.ts';
import type { PhoneService } from './open-fcm.ts';
import type { PhonePush } from './push-service.rules.ts';

let apple: PlayedApns;
let development: PlayedApns;
let nowMs = Date.now();
const opened: PhoneService[] = [];
before(async () => {
  apple = await new PlayedApns().listen();
  development = await new PlayedApns().listen();
  for (const each of [apple, development]) each.nowMs = () => nowMs;
  setDefaultCACertificates([...getCACertificates('default'), apple.certificate, development.certificate]);
});
after(async () => {
  for (const service of opened) service.close();
  await apple.close();
  await development.close();
});
beforeEach(() => {
  apple.taken.length = 0;
  apple.asked.length = 0;
  apple.providerTokens.clear();
  apple.replies.clear();
});

const tokenOf = (digit: string): string => digit.repeat(64);
const pushTo = (token: string, fields: Partial<PhonePush> = {}): PhonePush => ({
  token,
  environment: 'production',
  title: 'New message',
  body: 'Someone has sent you a message.',
  data: { type: 'message', sender_id: 'u1', id: 'm1' },
  isUrgent: true,
  collapseId: 'c'.repeat(32),
  ...fields,
});

function open(fields: Partial<ApnsOptions> = {}): PhoneService {
  const service = openApns({
    key: { key: apple.keyObject(), keyId: apple.keyId, teamId: apple.teamId },
    topic: apple.topic,
    urls: { production: apple.url, sandbox: development.url },
    timeoutMs: 120_000,
    worldNowMs: () => nowMs,
    ...fields,
  });
  opened.push(service);
  return service;
}

const delivered = { kind: 'delivered' };

test('delivers to APNs over one HTTP/2 connection with TLS and one signed token', async () => {
  const before = apple.connections;
  const apns = open();
  const verdicts = await Promise.all(['a', 'b', 'c'].map((digit) => apns.send(pushTo(tokenOf(digit)))));
  assert.deepEqual(verdicts, [delivered, delivered, delivered]);
  assert.deepEqual(await apns.send(pushTo(tokenOf('a'))), delivered);
  assert.equal(apple.connections - before, 1);
  assert.equal(apple.providerTokens.size, 1);
  const [first, again] = apple.taken.filter(({ token }) => token === tokenOf('a'));
  assert.deepEqual(first?.payload, {
    type: 'message',
    sender_id: 'u1',
    id: 'm1',
    aps: {
      alert: { title: 'New message', body: 'Someone has sent you a message.' },
      sound: 'default',
      'mutable-content': 1,
    },
  });
  assert.equal(first?.headers['apns-expiration'], String(Math.floor(nowMs / 1000) + 86_400));
  assert.equal(first?.headers['apns-id'], again?.headers['apns-id'], 'the same notification has the same id');
  assert.equal(new Set(apple.taken.map(({ headers }) => headers['apns-id'])).size, 3);
});

test('an app under development is notified through Apple’s sandbox service', async () => {
  const apns = open({ key: { key: development.keyObject(), keyId: apple.keyId, teamId: apple.teamId } });
  assert.deepEqual(await apns.send(pushTo(tokenOf('d'), { environment: 'sandbox' })), delivered);
  assert.deepEqual(
    development.taken.map(({ token }) => token),
    [tokenOf('d')],
  );
  assert.deepEqual(apple.asked, []);
});

test('renews the token every 45 minutes, within Apple’s limits', async () => {
  const apns = open();
  for (let minutes = 0; minutes <= 180; minutes += 15) {
    assert.deepEqual(await apns.send(pushTo(tokenOf('a'))), delivered, `after ${minutes} minutes`);
    nowMs += 15 * 60_000;
  }
  assert.equal(apple.providerTokens.size, 5);
});

test('an expired token is signed again once, unless it is too recent', async () => {
  const apns = open();
  await apns.send(pushTo(tokenOf('a')));
  const stale = { status: 403, reason: 'ExpiredProviderToken' };
  apple.replies.set(tokenOf('a'), [stale]);
  assert.deepEqual(await apns.send(pushTo(tokenOf('a'))), {
    kind: 'later',
    reason: '403 ExpiredProviderToken',
    everything: true,
  });
  assert.equal(apple.providerTokens.size, 1);
  nowMs += 21 * 60_000;
  apple.replies.set(tokenOf('a'), [stale]);
  assert.deepEqual(await apns.send(pushTo(tokenOf('a'))), delivered);
  assert.equal(apple.providerTokens.size, 2);
});

test('distinguishes a wrong key, key id, team or clock from an invalid device token', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const { keyId, teamId } = apple;
  const key = apple.keyObject();
  const invalid = { kind: 'later', reason: '403 InvalidProviderToken', everything: true };
  for (const wrong of [
    { key: other, keyId, teamId },
    { key, keyId: 'ZZZZZZZZZZ', teamId },
    { key, keyId, teamId: 'ZZZZZZZZZZ' },
  ])
    assert.deepEqual(await open({ key: wrong }).send(pushTo(tokenOf('a'))), invalid);
  const late = open({ worldNowMs: () => nowMs - 2 * 3_600_000 });
  assert.equal((await late.send(pushTo(tokenOf('a')))).kind, 'later');
  assert.deepEqual(await open({ topic: 'com.example.other' }).send(pushTo(tokenOf('a'))), {
    kind: 'refused',
    reason: '400 DeviceTokenNotForTopic',
  });
  assert.deepEqual(await open().send(pushTo('abcd')), { kind: 'gone' });
  apple.replies.set(tokenOf('a'), [{ status: 410, reason: 'Unregistered', timestamp: 1_700_000_000_000 }]);
  assert.deepEqual(await open().send(pushTo(tokenOf('a'))), { kind: 'gone', sinceMs: 1_700_000_000_000 });
});

test('does not send a payload that is too large for Apple', async () => {
  const verdict = await open().send(pushTo(tokenOf('a'), { body: 'x'.repeat(4096) }));
  assert.deepEqual(verdict, { kind: 'refused', reason: 'too large' });
  assert.deepEqual(apple.asked, []);
});

test('a request that the server has not processed is sent once more, on a new connection', async () => {
  for (const instead of ['goaway', 'refuse'] as const) {
    const apns = open();
    await apns.send(pushTo(tokenOf('a')));
    const before = apple.connections;
    apple.replies.set(tokenOf('b'), [{ status: 0, instead }]);
    assert.deepEqual(await apns.send(pushTo(tokenOf('b'))), delivered, instead);
    assert.equal(apple.connections - before, 1, instead);
    apple.replies.set(tokenOf('b'), [
      { status: 0, instead: 'refuse' },
      { status: 0, instead: 'refuse' },
    ]);
    assert.equal((await apns.send(pushTo(tokenOf('b')))).kind, 'later', 'exactly once');
  }
});

test('a request that may have been processed is not repeated at once', async () => {
  const apns = open();
  await apns.send(pushTo(tokenOf('a')));
  apple.replies.set(tokenOf('b'), [{ status: 0, instead: 'break' }]);
  const verdict = await apns.send(pushTo(tokenOf('b')));
  assert.ok(verdict.kind === 'later' && /cannot be reached/.test(verdict.reason));
  assert.deepEqual(apple.asked, [tokenOf('a'), tokenOf('b')]);
  assert.deepEqual(await apns.send(pushTo(tokenOf('b'))), delivered);
});

test('replaces a closed connection and pings an idle one', async () => {
  const apns = open({ silentMs: 0 });
  await apns.send(pushTo(tokenOf('a')));
  const pings = apple.pings;
  assert.deepEqual(await apns.send(pushTo(tokenOf('a'))), delivered);
  assert.ok(apple.pings > pings);
  apple.breakConnections();
  assert.deepEqual(await apns.send(pushTo(tokenOf('a'))), delivered);
  const lasting = open();
  await lasting.send(pushTo(tokenOf('a')));
  apple.breakConnections();
  const verdict = await lasting.send(pushTo(tokenOf('a')));
  assert.ok(verdict.kind === 'delivered' || verdict.kind === 'later');
  assert.deepEqual(await lasting.send(pushTo(tokenOf('a'))), delivered);
});

test('a service that hangs times out and does not block later requests', async () => {
  const apns = open({ timeoutMs: 200 });
  apple.replies.set(tokenOf('a'), [{ status: 0, instead: 'hang' }]);
  const hanging = await apns.send(pushTo(tokenOf('a')));
  assert.ok(hanging.kind === 'later' && hanging.everything && /did not answer in time/.test(hanging.reason));
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const port = (silent.address() as AddressInfo).port;
  const nobody = open({
    timeoutMs: 200,
    urls: { production: `https://127.0.0.1:${port}`, sandbox: apple.url },
  });
  assert.match(JSON.stringify(await nobody.send(pushTo(tokenOf('a')))), /did not answer in time/);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  const patient = open({ urls: { production: `https://127.0.0.1:${port}`, sandbox: apple.url } });
  assert.match(JSON.stringify(await patient.send(pushTo(tokenOf('a')))), /cannot be reached/);
  patient.close();
  assert.match(JSON.stringify(await patient.send(pushTo(tokenOf('a')))), /the process is stopping/);
});

test('refuses a server without a trusted certificate', async () => {
  const stranger = await new PlayedApns().listen();
  const apns = open({ urls: { production: stranger.url, sandbox: stranger.url } });
  assert.match(JSON.stringify(await apns.send(pushTo(tokenOf('a')))), /cannot be reached/);
  assert.deepEqual(stranger.asked, []);
  await stranger.close();
});

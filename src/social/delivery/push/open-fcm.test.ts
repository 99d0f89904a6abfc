import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { PlayedFcm } from '../../../../test/support/played-fcm.ts';
import { readFcmAccount } from './fcm-account.ts';
import { openFcm, type PhoneService } from './open-fcm.ts';
import type { PhonePush } from './push-service.rules.ts';

let google: PlayedFcm;
let nowMs = Date.now();
before(async () => {
  google = await new PlayedFcm().listen();
  google.nowMs = () => nowMs;
});
after(() => google.close());
beforeEach(() => {
  google.taken.length = 0;
  google.asked.length = 0;
  google.tokenRequests = 0;
  google.tokensAreAway = false;
  google.tokenLastsSeconds = 3599;
});

const delivered = { kind: 'delivered' };
const pushTo = (token: string): PhonePush => ({
  token,
  environment: 'production',
  title: 'Nova mensagem',
  body: 'Alguém escreveu para você.',
  data: { type: 'message', sender_id: 'u1', id: 'm1' },
  isUrgent: true,
  collapseId: 'c1',
});

function open(accountText = google.account(), timeoutMs = 10_000): PhoneService {
  const account = readFcmAccount(accountText);
  assert.ok(account);
  const tokenUrl = `${google.url}/token`;
  return openFcm({ account, url: google.url, tokenUrl, timeoutMs, worldNowMs: () => nowMs });
}

test('delivers to FCM with an access token that is requested once with the account’s signature', async () => {
  const fcm = open();
  const verdicts = await Promise.all(['a', 'b', 'c'].map((token) => fcm.send(pushTo(token))));
  assert.deepEqual(verdicts, [delivered, delivered, delivered]);
  assert.equal(google.tokenRequests, 1);
  const message = google.taken.find(({ token }) => token === 'a');
  assert.deepEqual(message?.notification, { title: 'Nova mensagem', body: 'Alguém escreveu para você.' });
  assert.deepEqual(message?.data, { type: 'message', sender_id: 'u1', id: 'm1' });
  assert.deepEqual(message?.android, { priority: 'HIGH', ttl: '86400s', notification: { tag: 'c1' } });
});

test('renews an access token before its expiry, and a short-lived one after half its lifetime', async () => {
  const fcm = open();
  await fcm.send(pushTo('a'));
  nowMs += (3599 - 301) * 1000;
  await fcm.send(pushTo('a'));
  assert.equal(google.tokenRequests, 1);
  nowMs += 2000;
  google.tokenLastsSeconds = 60;
  assert.deepEqual(await fcm.send(pushTo('a')), { kind: 'delivered' });
  assert.equal(google.tokenRequests, 2);
  nowMs += 29_000;
  await fcm.send(pushTo('a'));
  assert.equal(google.tokenRequests, 2);
  nowMs += 2000;
  await fcm.send(pushTo('a'));
  assert.equal(google.tokenRequests, 3);
});

test('a rejected access token is renewed once for all concurrent requests', async () => {
  const fcm = open();
  await fcm.send(pushTo('a'));
  google.revokeAccess();
  const verdicts = await Promise.all(['a', 'b', 'c'].map((token) => fcm.send(pushTo(token))));
  assert.deepEqual(verdicts, [delivered, delivered, delivered]);
  assert.equal(google.tokenRequests, 2);
  google.replies.set('a', [{ status: 401 }, { status: 401 }]);
  assert.deepEqual(await fcm.send(pushTo('a')), {
    kind: 'later',
    reason: '401 UNAUTHENTICATED',
    everything: true,
  });
  assert.equal(google.tokenRequests, 3);
  assert.equal((await fcm.send(pushTo('a'))).kind, 'delivered');
});

test('a wrong key, a wrong account name or a wrong clock is reported, and nothing is sent', async () => {
  const forged = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const refused = { kind: 'later', reason: 'no access token: 400 invalid_grant', everything: true };
  for (const account of [
    google.account(forged),
    google.account(undefined, { private_key_id: 'another' }),
    google.account(undefined, { client_email: 'another@example.com' }),
    google.account(undefined, { token_uri: 'https://elsewhere.example/token' }),
  ])
    assert.deepEqual(await open(account).send(pushTo('a')), refused);
  const wrongClock = open();
  google.nowMs = () => nowMs + 2 * 3_600_000;
  assert.deepEqual(await wrongClock.send(pushTo('a')), refused);
  google.nowMs = () => nowMs;
  assert.deepEqual(google.asked, []);
  assert.deepEqual(await wrongClock.send(pushTo('a')), { kind: 'delivered' });
});

test('distinguishes answers about a device from answers about all devices', async () => {
  const fcm = open();
  const answers = async (reply: Parameters<typeof google.replies.set>[1]) => {
    google.replies.set('d', reply);
    return fcm.send(pushTo('d'));
  };
  assert.deepEqual(await answers([{ status: 404, errorCode: 'UNREGISTERED' }]), { kind: 'gone' });
  assert.deepEqual(
    await answers([{ status: 429, errorCode: 'QUOTA_EXCEEDED', headers: { 'retry-after': '90' } }]),
    { kind: 'later', reason: '429 QUOTA_EXCEEDED', afterMs: 90_000 },
  );
  const inTwoMinutes = new Date(nowMs + 120_999).toUTCString();
  const away = await answers([{ status: 503, headers: { 'retry-after': inTwoMinutes } }]);
  assert.ok(away.kind === 'later' && away.everything && (away.afterMs ?? 0) > 118_000, JSON.stringify(away));
  assert.deepEqual(await answers([{ status: 404, html: '<html></html>' }]), {
    kind: 'refused',
    reason: '404',
  });
  google.replies.clear();
});

test('a malformed message is not treated as an error of the device', async () => {
  const push = pushTo('a');
  const verdict = await open().send({ ...push, data: { from: 'u1' } });
  assert.deepEqual(verdict, { kind: 'refused', reason: '400 INVALID_ARGUMENT' });
});

test('a service that hangs or is unavailable times out', async () => {
  google.tokensAreAway = true;
  assert.deepEqual(await open().send(pushTo('a')), {
    kind: 'later',
    reason: 'no access token: 503 temporarily_unavailable',
    everything: true,
  });
  google.tokensAreAway = false;
  google.hangs = true;
  const hanging = await open(google.account(), 50).send(pushTo('a'));
  google.hangs = false;
  assert.ok(hanging.kind === 'later' && hanging.everything && /did not answer in time/.test(hanging.reason));
});

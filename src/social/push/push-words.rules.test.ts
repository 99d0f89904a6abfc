import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { apnsPayload, deliveryHeaders, fcmRequest, payloadBytes } from './phone-push.rules.ts';
import type { PhonePush } from './push-service.rules.ts';
import { dataOf, pushLanguages, pushTexts, wordsOf } from './push-words.rules.ts';

const message = {
  type: 'message',
  from: 'u1',
  id: 'm1',
  name: 'Ana $& %',
  image: 'https://x/1',
  message: 'Vai no samba?',
};
const combination = { type: 'combination', from: 'u1', name: 'Ana' };

test('a phone’s push service learns who it is from, or what it says, only where the operator wants it', () => {
  assert.deepEqual(wordsOf(message, 'pt', 'nothing'), {
    title: 'Nova mensagem',
    body: 'Alguém escreveu para você.',
  });
  assert.deepEqual(wordsOf(message, 'pt', 'name'), { title: 'Ana $& %', body: 'escreveu para você.' });
  assert.deepEqual(wordsOf(message, 'pt', 'message'), { title: 'Ana $& %', body: 'Vai no samba?' });
  assert.deepEqual(wordsOf(combination, 'de', 'nothing').body, 'Du und noch jemand mögt euch.');
  for (const text of ['name', 'message'] as const)
    assert.deepEqual(wordsOf(combination, 'en', text), {
      title: 'New combination',
      body: 'You and Ana like each other.',
    });
});

test('of an event its name is shown only where names may leave, and the app is handed its id', () => {
  const said = {
    type: 'event',
    eventId: '7',
    notice: 'seat',
    name: 'Roda',
    startDate: '2026-11-20T22:00:00.000Z',
  };
  assert.deepEqual(wordsOf(said, 'de', 'nothing').title, 'Du hast einen Platz');
  for (const text of ['name', 'message'] as const)
    assert.deepEqual(wordsOf(said, 'pt', text), { title: 'Roda', body: 'tem uma vaga para você.' });
  assert.deepEqual(dataOf(said), { type: 'event', event_id: '7', notice: 'seat' });
});

test('every kind is worded in every language, also one that nobody has worded yet', () => {
  const events = ['moved', 'cancelled', 'tomorrow', 'seat', 'else'].map((notice) => ({
    type: 'event',
    notice,
  }));
  for (const said of [message, combination, ...events, { type: 'news' }]) {
    const all = pushLanguages.map((language) => wordsOf(said, language, 'nothing'));
    assert.equal(new Set(all.map(({ title, body }) => title + body)).size, pushLanguages.length);
    assert.deepEqual(wordsOf(said, 'fr', 'nothing'), all[0]);
  }
});

test('an app is handed ids and nothing personal, under names that no service keeps for itself', () => {
  assert.deepEqual(dataOf(message), { type: 'message', id: 'm1', sender_id: 'u1' });
  assert.deepEqual(dataOf(combination), { type: 'combination', sender_id: 'u1' });
});

const push: PhonePush = {
  token: 't',
  environment: 'production',
  title: 'A',
  body: 'B',
  data: { type: 'message' },
  isUrgent: true,
  collapseId: 'c1',
};

test('an urgent notification wakes a phone, another waits; both end after a day and replace themselves', () => {
  assert.deepEqual(deliveryHeaders(push, 1_700_000_000_999), {
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-expiration': '1700086400',
    'apns-collapse-id': 'c1',
  });
  assert.equal(deliveryHeaders({ ...push, isUrgent: false }, 0)['apns-priority'], '5');
  assert.deepEqual(apnsPayload(push), {
    type: 'message',
    aps: { alert: { title: 'A', body: 'B' }, sound: 'default', 'mutable-content': 1 },
  });
  const { message: sent } = fcmRequest(push, 1_700_000_000_999);
  assert.deepEqual(sent.android, { priority: 'HIGH', ttl: '86400s', notification: { tag: 'c1' } });
  assert.equal(fcmRequest({ ...push, isUrgent: false }, 0).message.android.priority, 'NORMAL');
  assert.deepEqual([sent.token, sent.notification, sent.data], ['t', { title: 'A', body: 'B' }, push.data]);
  assert.deepEqual(sent.apns.headers, deliveryHeaders(push, 1_700_000_000_999));
});

test('a decision of the staff says neither which nor about what to a push service', () => {
  const said = { type: 'notice', id: 'a', act: 'hide' };
  for (const text of pushTexts) {
    assert.deepEqual(wordsOf(said, 'en', text), {
      title: 'From our staff',
      body: 'There is a decision about your profile.',
    });
  }
  assert.deepEqual(dataOf(said), { type: 'notice', id: 'a' });
});

test('whatever people call themselves and write, it fits into what a push service takes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.constantFrom(...pushLanguages),
      fc.constantFrom(...pushTexts),
      (name, text, language, shown) => {
        const said = { ...message, name, message: text };
        const whole: PhonePush = { ...push, ...wordsOf(said, language, shown), data: dataOf(said) };
        assert.ok(Buffer.byteLength(JSON.stringify(apnsPayload(whole))) <= payloadBytes);
      },
    ),
    { numRuns: 40 },
  );
});

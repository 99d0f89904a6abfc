import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { languages } from '../../../platform/http/language.ts';
import { apnsPayload, deliveryHeaders, fcmRequest, payloadBytes } from './phone-push.rules.ts';
import type { PhonePush } from './push-service.rules.ts';
import { dataOf, pushTexts, wordsOf } from './push-words.rules.ts';

const message = {
  type: 'message',
  from: 'u1',
  id: 'm1',
  name: 'Ana $& %',
  image: 'https://x/1',
  message: 'Vai no samba?',
};
const combination = { type: 'combination', from: 'u1', name: 'Ana' };

test('reveals sender and text to a phone’s push service only if the operator allows it', () => {
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

test('shows an event’s name only if names are allowed, and always sends its id to the app', () => {
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

test('every kind has a text in every language, and unknown kinds have a default', () => {
  const events = ['moved', 'cancelled', 'tomorrow', 'seat', 'else'].map((notice) => ({
    type: 'event',
    notice,
  }));
  for (const said of [message, combination, ...events, { type: 'news' }]) {
    const all = languages.map((language) => wordsOf(said, language, 'nothing'));
    assert.equal(new Set(all.map(({ title, body }) => title + body)).size, languages.length);
    assert.deepEqual(wordsOf(said, 'fr', 'nothing'), all[0]);
  }
});

test('sends only ids to the app, under names that no service reserves', () => {
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

test('an urgent notification wakes a phone and others do not; both expire after a day and replace themselves', () => {
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

test('a notice from staff reveals neither the decision nor its subject to a push service', () => {
  const said = { type: 'notice', id: 'a', act: 'hide' };
  for (const text of pushTexts) {
    assert.deepEqual(wordsOf(said, 'en', text), {
      title: 'From our staff',
      body: 'There is a decision about your profile.',
    });
  }
  assert.deepEqual(dataOf(said), { type: 'notice', id: 'a' });
});

test('every name and text fits into the maximum payload', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.constantFrom(...languages),
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

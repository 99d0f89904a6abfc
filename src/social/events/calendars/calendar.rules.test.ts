import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import ICAL from 'ical.js';
import { foldLine, formatCalendar } from './calendar.rules.ts';

const event = {
  id: 12,
  name: 'Samba; roda, "aberta"',
  description: 'Linha um\nLinha dois \\ fim',
  startsAt: new Date('2026-11-20T22:30:00Z'),
  endsAt: new Date('2026-11-21T03:00:00Z'),
  status: 'EventScheduled' as const,
  category: 'Música',
  venueName: 'Praça da Sé',
  streetAddress: 'Praça da Sé, s/n',
  city: 'São Paulo',
  state: 'SP',
  latitude: -23.55,
  longitude: -46.633,
  organizerUrl: 'https://example.com/roda?a=1,2;3',
  revision: 3,
  updatedAt: new Date('2026-11-01T00:00:00Z'),
};
const options = { name: 'Praça', host: 'praca.example', now: new Date('2026-11-15T10:00:00.123Z') };

function parse(text: string): ICAL.Component[] {
  return ICAL.Component.fromString(text).getAllSubcomponents('vevent');
}

test('an independent parser reads every property correctly', () => {
  const [component] = parse(formatCalendar([event], options));
  assert.ok(component);
  const read = new ICAL.Event(component);
  assert.equal(read.summary, event.name);
  assert.equal(read.description, event.description);
  assert.equal(read.location, 'Praça da Sé, Praça da Sé, s/n, São Paulo, SP');
  assert.equal(read.uid, 'event-12@praca.example');
  assert.equal(read.sequence, 3);
  assert.equal(read.startDate.toJSDate().toISOString(), '2026-11-20T22:30:00.000Z');
  assert.equal(read.endDate.toJSDate().toISOString(), '2026-11-21T03:00:00.000Z');
  assert.equal(read.startDate.zone.tzid, 'UTC');
  assert.equal(component.getFirstPropertyValue('status'), 'CONFIRMED');
  assert.equal(component.getFirstPropertyValue('url'), event.organizerUrl);
  assert.deepEqual(component.getFirstPropertyValue('geo'), [-23.55, -46.633]);
  assert.equal(String(component.getFirstPropertyValue('dtstamp')), '2026-11-15T10:00:00Z');
});

test('a cancelled event is marked as such, and a calendar without events is valid', () => {
  const [component] = parse(formatCalendar([{ ...event, status: 'EventCancelled' }], options));
  assert.equal(component?.getFirstPropertyValue('status'), 'CANCELLED');
  assert.equal(parse(formatCalendar([], options)).length, 0);
});

test('no line is longer than 75 bytes, no character is split, and unfolding restores the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }), (text) => {
      const folded = foldLine(text);
      for (const line of folded.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75);
      if (!text.includes('\r\n')) assert.equal(folded.replaceAll('\r\n ', ''), text);
    }),
  );
});

test('folds a line at exactly 75 bytes, also within multi-byte text', () => {
  const a = (count: number) => 'a'.repeat(count);
  assert.equal(foldLine(a(75)), a(75));
  assert.equal(foldLine(a(76)), `${a(75)}\r\n a`);
  assert.equal(foldLine(a(75 + 74)), `${a(75)}\r\n ${a(74)}`);
  assert.equal(foldLine(a(75 + 75)), `${a(75)}\r\n ${a(74)}\r\n a`);
  assert.equal(foldLine(`${a(74)}é`), `${a(74)}\r\n é`);
});

test('a calendar has the required properties', () => {
  const calendar = ICAL.Component.fromString(formatCalendar([event], options));
  const told = ['version', 'calscale', 'method', 'x-wr-calname'].map((name) =>
    calendar.getFirstPropertyValue(name),
  );
  assert.deepEqual(told, ['2.0', 'GREGORIAN', 'PUBLISH', 'Praça']);
  assert.match(String(calendar.getFirstPropertyValue('prodid')), /Praca/);
});

test('leaves out properties that an event does not have', () => {
  const bare = { ...event, description: '', streetAddress: null, latitude: null, organizerUrl: null };
  const [component] = parse(formatCalendar([bare], options));
  assert.ok(component);
  for (const name of ['description', 'geo', 'url'])
    assert.equal(component.getFirstProperty(name), null, name);
  assert.equal(component.getFirstPropertyValue('location'), 'Praça da Sé, São Paulo, SP');
  const [other] = parse(formatCalendar([{ ...event, longitude: null }], options));
  assert.equal(other?.getFirstProperty('geo'), null);
});

test('writes category, last change, location to the decimetre and status of an event', () => {
  const told = (status: typeof event.status | 'EventPostponed' | 'EventRescheduled') => {
    const [component] = parse(formatCalendar([{ ...event, status }], options));
    return component?.getFirstPropertyValue('status');
  };
  assert.deepEqual([told('EventPostponed'), told('EventRescheduled')], ['TENTATIVE', 'CONFIRMED']);
  const text = formatCalendar([{ ...event, latitude: -23.123_456_78 }], options);
  assert.match(text, /\r\nGEO:-23\.123457;-46\.633000\r\n/);
  assert.match(text, /\r\nCATEGORIES:Música\r\n/);
  assert.match(text, /\r\nLAST-MODIFIED:20261101T000000Z\r\n/);
});

test('names and descriptions can neither end their line nor add a property', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      const hostile = { ...event, name: `${text}\r\nATTENDEE:mailto:x`, description: `${text}\nEND:VEVENT` };
      const components = parse(formatCalendar([hostile], options));
      assert.equal(components.length, 1);
      assert.equal(components[0]?.getFirstProperty('attendee'), null);
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerOf, statesOf, withAttendance, type Event } from '../../web/app/events/event-state.ts';
import {
  daysOf,
  findCities,
  findOwnCity,
  isFiltered,
  noFilter,
  readFilter,
  searchOf,
  writeFilter,
} from '../../web/app/events/filter.ts';
import { groupByDay } from '../../web/app/events/group.ts';
import { dayWords, otherClock, spanWords, whenWords } from '../../web/app/texts/event-time.ts';

const zone = 'America/Sao_Paulo';
/** A Monday, 11:00 in Brazil. */
const now = new Date('2026-11-16T14:00:00Z');

const event = (fields: Partial<Event> = {}): Event => ({
  id: 1,
  name: 'Roda',
  description: '',
  image: null,
  startDate: '2026-11-20T22:00:00Z',
  endDate: '2026-11-21T02:00:00Z',
  timezone: zone,
  eventStatus: 'EventScheduled',
  category: 'Música',
  location: {
    name: 'Praça',
    streetAddress: null,
    city: 'Recife',
    state: 'PE',
    country: 'BR',
    latitude: null,
    longitude: null,
  },
  organizer: { name: null, url: null },
  offers: { url: null, price: null, priceCurrency: null },
  maximumAttendeeCapacity: null,
  remainingAttendeeCapacity: null,
  participantsQty: 3,
  isConfirmed: false,
  isWaiting: false,
  attendance: null,
  isSpotlight: false,
  ...fields,
});

test('a filter survives the round trip through the address, and invalid values in an address are ignored', () => {
  const filter = { q: 'forró & samba', city: 'São Paulo, SP', when: 'weekend', category: 'Música' };
  assert.deepEqual(readFilter(writeFilter(filter)), filter);
  assert.deepEqual(readFilter(writeFilter(filter, 'Recife, PE'), 'Recife, PE'), filter);
  assert.equal(writeFilter(noFilter), '');
  assert.deepEqual(readFilter('?when=soon&q='), noFilter);
  assert.deepEqual(readFilter('?when=2026-13-40'), noFilter);
  assert.equal(readFilter('?when=2026-11-20').when, '2026-11-20');
  assert.equal(readFilter(`?q=${'a'.repeat(500)}`).q.length, 200, 'cut to the server’s limit');
  assert.equal(isFiltered(noFilter), false);
  assert.equal(isFiltered({ ...noFilter, category: 'x' }), true);
});

test('days are computed in the time zone of Brazil, and a weekend is the current or next one', () => {
  const at = (when: string, moment = now) => Object.values(daysOf(when, moment)).join(' ');
  assert.equal(at('today'), '2026-11-16 2026-11-16');
  assert.equal(at('today', new Date('2026-11-17T02:00:00Z')), '2026-11-16 2026-11-16', 'late in the evening');
  assert.equal(at('tomorrow'), '2026-11-17 2026-11-17');
  assert.equal(at('weekend'), '2026-11-21 2026-11-22');
  assert.equal(at('weekend', new Date('2026-11-21T15:00:00Z')), '2026-11-21 2026-11-22', 'on Saturday');
  assert.equal(at('weekend', new Date('2026-11-22T15:00:00Z')), '2026-11-22 2026-11-22', 'on Sunday');
  assert.equal(at('week'), '2026-11-16 2026-11-22');
  assert.equal(at('month'), '2026-11-16 2026-12-15');
  assert.equal(at('2026-12-24'), '2026-12-24 2026-12-24');
  assert.equal(at(''), '');
  assert.deepEqual(searchOf({ ...noFilter, q: ' samba ', city: 'Recife, PE' }, now), {
    q: 'samba',
    location: 'Recife, PE',
  });
});

test('the search for cities ignores accents and puts matches at the start of a name first', () => {
  const all = ['Rio de Janeiro RJ', 'São Paulo SP', 'Ribeirão Preto SP', 'Mar de Espanha MG'].map((text) => ({
    city: text.slice(0, -3),
    state: text.slice(-2),
  }));
  const found = (text: string) => findCities(all, text).map(({ city }) => city);
  assert.deepEqual(found('sao'), ['São Paulo']);
  assert.deepEqual(found('RIBEIRAO'), ['Ribeirão Preto']);
  assert.deepEqual(found('ri'), ['Rio de Janeiro', 'Ribeirão Preto']);
  assert.deepEqual(found('de'), ['Rio de Janeiro', 'Mar de Espanha']);
  assert.deepEqual(found('paulo, sp'), ['São Paulo']);
  assert.equal(found(' ').length, 4);
  assert.deepEqual(found('x'), []);
});

test('the badges of an event show only the most serious state', () => {
  const states = (fields: Partial<Event>) => statesOf(event(fields), now.getTime()).join(' ');
  assert.equal(states({}), '');
  assert.equal(states({ eventStatus: 'EventCancelled', remainingAttendeeCapacity: 0 }), 'cancelled');
  assert.equal(states({ startDate: '2026-11-15T10:00:00Z', endDate: now.toISOString() }), 'over');
  assert.equal(states({ startDate: '2026-11-16T13:00:00Z' }), 'running');
  assert.equal(states({ eventStatus: 'EventPostponed', startDate: '2026-11-16T13:00:00Z' }), 'postponed');
  assert.equal(states({ eventStatus: 'EventRescheduled', remainingAttendeeCapacity: 0 }), 'moved full');
  assert.equal(states({ remainingAttendeeCapacity: 10 }), 'few');
  assert.equal(states({ remainingAttendeeCapacity: 11 }), '');
});

test('each event offers one action, and an optimistic change keeps the counts correct', () => {
  const offer = (fields: Partial<Event>) => offerOf(event(fields), now.getTime());
  assert.equal(offer({}), 'confirm');
  assert.equal(offer({ remainingAttendeeCapacity: 0 }), 'wait');
  assert.equal(offer({ remainingAttendeeCapacity: 0, isConfirmed: true }), 'leave');
  assert.equal(offer({ remainingAttendeeCapacity: 0, isWaiting: true }), 'leave-wait');
  assert.equal(offer({ isConfirmed: true, eventStatus: 'EventCancelled' }), 'none');
  assert.equal(offer({ isWaiting: true, eventStatus: 'EventCancelled' }), 'leave-wait');
  assert.equal(offer({ isWaiting: true, endDate: '2026-11-16T13:00:00Z' }), 'none');
  const one = event({ remainingAttendeeCapacity: 1, maximumAttendeeCapacity: 4 });
  const there = withAttendance(one, true);
  assert.deepEqual([there.isConfirmed, there.participantsQty, there.remainingAttendeeCapacity], [true, 4, 0]);
  assert.deepEqual(withAttendance(there, false), one);
  assert.equal(withAttendance(there, true).participantsQty, 4, 'once');
});

test('times use the zone of the event, and near days are named', () => {
  const at = (startDate: string) => whenWords({ startDate, timezone: zone }, 'pt', now);
  assert.equal(at('2026-11-16T22:30:00Z'), 'Hoje, 19:30');
  assert.equal(at('2026-11-17T02:30:00Z'), 'Hoje, 23:30', 'not the day in UTC');
  assert.equal(at('2026-11-17T12:00:00Z'), 'Amanhã, 09:00');
  assert.equal(at('2026-11-15T12:00:00Z'), 'Ontem, 09:00');
  assert.match(at('2026-11-20T22:00:00Z'), /^Sex\.?, 20 de nov\.?, 19:00$/);
  assert.match(at('2027-01-20T22:00:00Z'), /2027/);
  assert.equal(dayWords({ startDate: '2026-11-16T22:00:00Z', timezone: zone }, 'de', now), 'Heute');
  assert.equal(
    spanWords(event({ startDate: '2026-11-16T22:00:00Z', endDate: '2026-11-17T04:00:00Z' }), 'en', now),
    'Today, 19:00–01:00',
  );
  assert.match(
    spanWords(event({ startDate: '2026-11-16T22:00:00Z', endDate: '2026-11-18T22:00:00Z' }), 'en', now),
    /^Today, 19:00 – Wed,? 18 Nov, 19:00$/,
  );
  const reader = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  assert.equal(otherClock({ startDate: now.toISOString(), timezone: reader }, 'pt'), undefined);
  const other = reader === 'Asia/Tokyo' ? zone : 'Asia/Tokyo';
  assert.match(otherClock({ startDate: now.toISOString(), timezone: other }, 'en') ?? '', /\S/);
});

test('a list is grouped by day, and events that have begun come first', () => {
  const days = groupByDay(
    [
      event({ id: 1, startDate: '2026-11-14T10:00:00Z' }),
      event({ id: 2, startDate: '2026-11-16T13:00:00Z' }),
      event({ id: 3, startDate: '2026-11-16T22:00:00Z' }),
      event({ id: 4, startDate: '2026-11-17T22:00:00Z' }),
    ],
    { running: 'Já começou', language: 'pt' },
    now,
  );
  assert.deepEqual(
    days.map(({ title, events }) => `${title}: ${events.map(({ id }) => id).join(' ')}`),
    ['Já começou: 1 2', 'Hoje: 3', 'Amanhã: 4'],
  );
});

test('the own city applies until another one, or none, is chosen', () => {
  const own = 'Recife, PE';
  const home = { ...noFilter, city: own };
  assert.deepEqual(readFilter('', own), home);
  assert.equal(writeFilter(home, own), '');
  assert.ok(!isFiltered(home, own));
  assert.equal(writeFilter(noFilter, own), '?city=');
  assert.deepEqual(readFilter('?city=', own), noFilter);
  assert.ok(isFiltered(noFilter, own));
});

test('the city of a profile is found without accents, and by its name alone only if one city has it', () => {
  const cities = [
    { city: 'São Paulo', state: 'SP' },
    { city: 'Bom Jesus', state: 'PI' },
    { city: 'Bom Jesus', state: 'RS' },
  ];
  for (const [location, found] of [
    ['sao paulo', 'São Paulo, SP'],
    ['São Paulo, SP', 'São Paulo, SP'],
    ['Bom Jesus', ''],
    ['bom jesus, rs', 'Bom Jesus, RS'],
    ['Lisboa', ''],
    ['', ''],
  ] as const)
    assert.equal(findOwnCity(cities, location), found, location);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type People } from '../../../test/support/social-people.ts';
import { findViewer } from '../meeting/feed/feed-visit.store.ts';
import { loadCards } from '../people/load-cards.ts';
import { eraseAttendances } from './free-seats.ts';
import { exportAttendances } from './list-participants.ts';

let one: TestApp;
let other: TestApp;
let people: People;
before(async () => {
  const { createTestDatabase } = await import('../../../test/support/database.ts');
  const database = await createTestDatabase();
  one = await openSocialApp({ database });
  other = await openSocialApp({ database });
  people = await openPeople(one);
});
after(async () => {
  await one.close();
  await other.close();
});

async function createEvent(capacity: number | null): Promise<number> {
  const answer = await one.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: await people.staffHeaders(),
    payload: {
      name: 'Show',
      startDate: new Date(one.clock.nowMs() + 3_600_000).toISOString(),
      endDate: new Date(one.clock.nowMs() + 7_200_000).toISOString(),
      category: 'Show',
      location: { name: 'Arena', city: 'Natal' },
      maximumAttendeeCapacity: capacity,
    },
  });
  return answer.json<{ id: number }>().id;
}

test('1 000 concurrent confirmations over two processes fill exactly 137 seats', async () => {
  const eventId = await createEvent(137);
  const crowd = await people.create(1000);
  const answers = await Promise.all(
    crowd.map((person, index) =>
      (index % 2 === 0 ? one : other).app.inject({
        method: 'POST',
        url: `/social/event/${eventId}/confirm/${person.id}`,
        headers: person.headers,
      }),
    ),
  );
  const confirmed = answers.filter((answer) => answer.statusCode === 200);
  assert.equal(confirmed.length, 137);
  assert.deepEqual(
    confirmed
      .map((answer) => answer.json<{ participantsQty: number }>().participantsQty)
      .toSorted((a, b) => a - b),
    Array.from({ length: 137 }, (_, index) => index + 1),
  );
  for (const answer of answers.filter((entry) => entry.statusCode !== 200))
    assert.equal(answer.json<{ code: string }>().code, 'event_full');
  const [row] = await one.sql<{ participants: number; rows: number }[]>`
    select participants, (select count(*)::integer from social.attendances where event_id = ${eventId}) as rows
    from social.events where id = ${eventId}`;
  assert.deepEqual(row, { participants: 137, rows: 137 });
});

test('one user who confirms many times concurrently takes one seat', async () => {
  const eventId = await createEvent(3);
  const [person] = await people.create(1);
  assert.ok(person);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).app.inject({
        method: 'POST',
        url: `/social/event/${eventId}/confirm/${person.id}`,
        headers: person.headers,
      }),
    ),
  );
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
});

test('shared events, card events, the export and the erasure of a user are consistent', async () => {
  const [eventId, secondId] = [await createEvent(null), await createEvent(null)];
  const [ana, bia] = await people.create(2);
  assert.ok(ana && bia);
  for (const [person, id] of [
    [ana, eventId],
    [ana, secondId],
    [bia, eventId],
    [bia, secondId],
  ] as const)
    await one.app.inject({
      method: 'POST',
      url: `/social/event/${id}/confirm/${person.id}`,
      headers: person.headers,
    });
  const now = one.clock.now();
  const photoAccess = { queryFor: () => '', viewerOf: () => undefined, showsLinks: true };
  const settings = { ATTENDANCE_VISIBLE_TO: 'everyone' } as const;
  const cards = { sql: one.sql, clock: one.clock, baseUrl: '', photoAccess, settings };
  const [card] = await loadCards(cards, bia.id, [ana.id]);
  assert.deepEqual(card?.parties, [eventId, secondId]);
  const viewer = await findViewer(one.sql, ana.id, now);
  assert.deepEqual(viewer?.events, [eventId, secondId]);
  assert.equal((await exportAttendances(one.sql, ana.id, undefined, 9)).length, 2);
  await one.sql.begin((tx) => eraseAttendances(tx, ana.id));
  assert.equal((await exportAttendances(one.sql, ana.id, undefined, 9)).length, 0);
  const shown = await one.app.inject({ url: `/social/event/${eventId}/get` });
  assert.equal(shown.json<{ participantsQty: number }>().participantsQty, 1);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp, type TestDatabase } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { takeBackSeats } from '../src/social/events/seat.store.ts';
import { openPeople, type People, type Person } from './support/social-people.ts';

/** Visibility of attendance: checks every list that could show it, for each relation and setting. */

let database: TestDatabase;
let praca: TestApp;
let people: People;
before(async () => {
  database = await createTestDatabase();
  praca = await openSocialApp({ database });
  people = await openPeople(praca);
});
after(async () => {
  await praca.close();
  await database.drop();
});

const relations = ['oneself', 'stranger', 'attendee', 'combined', 'combined attendee'] as const;
type Relation = (typeof relations)[number];
const settings = ['everyone', 'attendees', 'combinations', 'nobody'] as const;
type Setting = (typeof settings)[number];

const sees: Record<Setting, readonly Relation[]> = {
  everyone: relations,
  attendees: ['oneself', 'attendee', 'combined attendee'],
  combinations: ['oneself', 'combined', 'combined attendee'],
  nobody: ['oneself'],
};

const goes = (relation: Relation): boolean => relation.endsWith('attendee') || relation === 'oneself';
const isCombined = (relation: Relation): boolean => relation.startsWith('combined');

async function call(
  who: { authorization: string },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: Record<string, unknown>,
) {
  const asked = { method, url: path.startsWith('/social') ? path : `/social${path}`, headers: who };
  const answer = await praca.app.inject(payload ? { ...asked, payload } : asked);
  assert.equal(answer.statusCode, 200, `${method} ${path}: ${answer.body}`);
  return { body: answer.json(), link: String(answer.headers['link'] ?? '') };
}

async function createEvent(fields: Record<string, unknown> = {}): Promise<number> {
  const at = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
  const answer = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: await people.staffHeaders(),
    payload: {
      name: 'Baile',
      category: 'Música',
      startDate: at(24),
      endDate: at(30),
      location: { name: 'Praça', city: 'Rio de Janeiro' },
      ...fields,
    },
  });
  return answer.json<{ id: number }>().id;
}

const confirm = (who: Person, eventId: number, query = '') =>
  call(who.headers, 'POST', `/event/${eventId}/confirm/${who.id}${query}`);
const choose = (who: Person, attendance: Setting) =>
  call(who.headers, 'PUT', `/user/${who.id}/config`, { attendance });

interface Shown {
  id: string;
  parties: number[];
}

async function readPages(who: Person, path: string): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, link } = await call(who.headers, 'GET', next);
    all.push(...(body as Shown[]));
    const more: string | undefined = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
    next = more === undefined ? undefined : more.startsWith('?') ? path.replace(/\?.*/, more) : more;
  }
  return all;
}

interface Scene {
  readonly eventId: number;
  readonly shown: Person;
  readonly viewer: Person;
  readonly relation: Relation;
  /** Was active later than the shown person and attends no event. */
  readonly stranger: Person;
}

/** Reads from each list whether the person attends. Undefined if the person is not in that list. */
const lists: Record<string, (scene: Scene) => Promise<boolean | undefined>> = {
  participants: async ({ eventId, shown, viewer }) => {
    const whole = await readPages(viewer, `/event/${eventId}/participants?limit=200`);
    const paged = await readPages(viewer, `/event/${eventId}/participants?limit=1`);
    assert.deepEqual(paged, whole, 'the same page by page');
    return whole.some(({ id }) => id === shown.id);
  },
  'parties of a participant': async ({ eventId, shown, viewer }) =>
    (await readPages(viewer, `/event/${eventId}/participants?limit=200`))
      .find(({ id }) => id === shown.id)
      ?.parties.includes(eventId),
  'parties of the whole card': async ({ eventId, shown, viewer }) =>
    (await call(viewer.headers, 'GET', `/user/${shown.id}/card`)).body.parties.includes(eventId),
  'shared events of the whole card': async ({ eventId, shown, viewer, relation }) => {
    const { sharedEvents } = (await call(viewer.headers, 'GET', `/user/${shown.id}/card`)).body;
    const isShared = sharedEvents.some(({ id }: { id: number }) => id === eventId);
    if (goes(relation)) return isShared;
    assert.ok(!isShared, 'the viewer does not go');
    return undefined;
  },
  'parties in the feed': async ({ eventId, shown, viewer }) =>
    (await readPages(viewer, '/user/feed?limit=200'))
      .find(({ id }) => id === shown.id)
      ?.parties.includes(eventId),
  'order of the feed': async ({ shown, viewer, stranger, relation }) => {
    const before = new Date(praca.clock.nowMs() - 86_400_000);
    await praca.sql`update social.users set last_active_at = ${before} where id = ${shown.id}`;
    for (const limit of [1, 200]) {
      const feed = (await readPages(viewer, `/user/feed?limit=${limit}`)).map(({ id }) => id);
      assert.equal(new Set(feed).size, feed.length, 'no person twice');
      assert.ok(
        relation === 'oneself' || feed.includes(shown.id),
        'the feed shows the person regardless of attendance',
      );
      if (limit === 200 && relation === 'attendee') return feed.indexOf(shown.id) < feed.indexOf(stranger.id);
    }
    return undefined;
  },
  'parties of a combination': async ({ eventId, shown, viewer }) =>
    (await readPages(viewer, `/user/${viewer.id}/combinations?limit=200`))
      .find(({ id }) => id === shown.id)
      ?.parties.includes(eventId),
  'parties of a like': async ({ eventId, shown, viewer }) =>
    ((await call(viewer.headers, 'GET', `/user/${viewer.id}/likes`)).body.likes as Shown[])
      .find(({ id }) => id === shown.id)
      ?.parties.includes(eventId),
  'parties of a revoked dislike': async ({ eventId, shown, viewer, relation }) => {
    if (isCombined(relation) || relation === 'oneself') return undefined;
    await call(viewer.headers, 'POST', `/user/dislike/${shown.id}`);
    return (await call(viewer.headers, 'POST', '/user/undo')).body.card.parties.includes(eventId);
  },
};

async function openScenes(prepare: (shown: Person, eventId: number) => Promise<unknown>): Promise<Scene[]> {
  const [shown, ...others] = (await people.create(relations.length + 1)) as [Person, ...Person[]];
  const stranger = others.at(-1) as Person;
  await praca.sql`update social.users set is_premium = true`;
  const eventId = await createEvent();
  await prepare(shown, eventId);
  const scenes = relations.map((relation, index) => {
    const viewer = relation === 'oneself' ? shown : (others[index - 1] as Person);
    return { eventId, shown, viewer, relation, stranger };
  });
  for (const { relation, viewer } of scenes) {
    if (relation === 'oneself') continue;
    if (goes(relation)) await confirm(viewer, eventId);
    if (isCombined(relation)) await people.combine(viewer, shown);
    else await call(shown.headers, 'POST', `/user/like/${viewer.id}`);
  }
  return scenes;
}

async function holdLists(scenes: readonly Scene[], setting: Setting, how: string): Promise<void> {
  for (const scene of scenes) {
    const expected = sees[setting].includes(scene.relation);
    for (const [name, says] of Object.entries(lists)) {
      const said = await says(scene);
      const title = `${name}, ${setting} ${how}, ${scene.relation}`;
      if (name === 'parties of a participant') assert.equal(said, expected ? true : undefined, title);
      else if (said !== undefined) assert.equal(said, expected, title);
    }
    const event = (await call(scene.viewer.headers, 'GET', `/event/${scene.eventId}/get`)).body;
    assert.equal(event.participantsQty, 3, `the count stays total: ${setting} ${how}, ${scene.relation}`);
  }
}

for (const setting of settings) {
  test(`a person with the setting "${setting}" is shown as a participant to exactly those viewers, in every list`, async () => {
    const scenes = await openScenes(async (shown, eventId) => {
      await choose(shown, setting);
      await confirm(shown, eventId);
    });
    await holdLists(scenes, setting, 'before confirming');
  });

  test(`the choice "${setting}" for one event overrides the person’s setting there`, async () => {
    const general = setting === 'everyone' ? 'nobody' : 'everyone';
    const scenes = await openScenes(async (shown, eventId) => {
      await choose(shown, general);
      await confirm(shown, eventId, `?attendance=${setting}`);
    });
    await holdLists(scenes, setting, 'for the event');
  });
}

test('a changed setting, general or for one event, takes effect at once in every list', async () => {
  const scenes = await openScenes((shown, eventId) => confirm(shown, eventId));
  const [{ shown, eventId } = assert.fail()] = scenes;
  await holdLists(scenes, 'everyone', 'by default');
  for (const setting of ['nobody', 'attendees', 'combinations', 'everyone'] as const) {
    await choose(shown, setting);
    await holdLists(scenes, setting, 'afterwards');
  }
  for (const setting of ['nobody', 'combinations', 'attendees'] as const) {
    await confirm(shown, eventId, `?attendance=${setting}`);
    const event = (await call(shown.headers, 'GET', `/event/${eventId}/get`)).body;
    assert.equal(event.attendance, setting);
    await holdLists(scenes, setting, 'for the event afterwards');
  }
  await confirm(shown, eventId, '?attendance=config');
  assert.equal((await call(shown.headers, 'GET', `/event/${eventId}/get`)).body.attendance, null);
  await holdLists(scenes, 'everyone', 'the config applies again');
});

for (const byDefault of settings) {
  test(`people without a choice follow ATTENDANCE_VISIBLE_TO=${byDefault} in every list`, async () => {
    const scenes = await openScenes((shown, eventId) => confirm(shown, eventId));
    const usual = praca;
    praca = await openSocialApp({ database, settings: { ATTENDANCE_VISIBLE_TO: byDefault } });
    try {
      const [{ shown } = assert.fail()] = scenes;
      const config = (await call(shown.headers, 'GET', `/user/${shown.id}/config`)).body;
      assert.deepEqual([config.attendance, config.attendanceChosen], [byDefault, false]);
      // The other people of the scene stay visible, so only the shown person varies.
      for (const { viewer } of scenes.slice(1)) await choose(viewer, 'everyone');
      await holdLists(scenes, byDefault, 'by default of the installation');
      for (const { viewer } of scenes.slice(1))
        await praca.sql`update social.users set attendance = null where id = ${viewer.id}`;
      await choose(shown, 'attendees');
      await holdLists(scenes, 'attendees', 'as chosen');
    } finally {
      await praca.close();
      praca = usual;
    }
  });
}

const shownToOf = async ({ id }: Person, eventId: number) =>
  (
    await praca.sql<{ visible_to: string | null; shown_to: string | null }[]>`
      select visible_to, shown_to from social.attendances where user_id = ${id} and event_id = ${eventId}`
  ).map((row) => [row.visible_to, row.shown_to]);

test('the choice for an event survives its waiting list and a revoked deletion of the profile', async () => {
  const [first, waits, other] = (await people.create(3)) as [Person, Person, Person];
  const eventId = await createEvent({ maximumAttendeeCapacity: 1 });
  await confirm(first, eventId);
  await choose(waits, 'everyone');
  await confirm(waits, eventId, '?wait=true&attendance=combinations');
  const event = async () => (await call(waits.headers, 'GET', `/event/${eventId}/get`)).body;
  assert.deepEqual([(await event()).isWaiting, (await event()).attendance], [true, 'combinations']);
  await confirm(waits, eventId, '?wait=true');
  assert.equal((await event()).attendance, 'combinations', 'confirming again without it changes nothing');
  await confirm(waits, eventId, '?wait=true&attendance=nobody');
  await call(first.headers, 'DELETE', `/event/${eventId}/confirm/${first.id}`);
  assert.deepEqual([(await event()).isConfirmed, (await event()).attendance], [true, 'nobody']);
  assert.deepEqual(await shownToOf(waits, eventId), [['nobody', 'nobody']]);

  await call(waits.headers, 'POST', `/user/${waits.id}/delete`);
  await praca.sql.begin(async (tx) => {
    await tx`update social.users set deleted_at = null where id = ${waits.id}`;
    await takeBackSeats(tx, waits.id, praca.clock.now());
  });
  assert.deepEqual(await shownToOf(waits, eventId), [['nobody', 'nobody']]);
  const seen = await readPages(other, `/event/${eventId}/participants?limit=200`);
  assert.deepEqual(seen, []);
});

test('a setting changed during a confirmation applies to it in either order', async () => {
  const created = await people.create(12);
  const eventId = await createEvent();
  await Promise.all(
    created.flatMap((person) => [
      confirm(person, eventId),
      choose(person, 'nobody'),
      confirm(person, eventId),
    ]),
  );
  for (const person of created) assert.deepEqual(await shownToOf(person, eventId), [[null, 'nobody']]);
  await Promise.all(
    created.flatMap((person) => [
      confirm(person, eventId, '?attendance=attendees'),
      choose(person, 'everyone'),
      call(person.headers, 'GET', '/user/feed'),
    ]),
  );
  for (const person of created)
    assert.deepEqual(await shownToOf(person, eventId), [['attendees', 'attendees']]);
  const wrong = await praca.app.inject({
    method: 'POST',
    url: `/social/event/${eventId}/confirm/${created[0]?.id}?attendance=friends`,
    headers: created[0]?.headers ?? {},
  });
  assert.equal(wrong.statusCode, 400);
  assert.equal(wrong.json().errors[0].field, 'attendance');
});

test('an export contains the owner’s choices and no attendance of other people', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const eventId = await createEvent({ name: 'Segredo' });
  const others = await createEvent({ name: 'Só-da-Bia' });
  await choose(ana, 'attendees');
  await confirm(ana, eventId, '?attendance=nobody');
  await people.combine(ana, bia);
  await confirm(bia, others);
  const { body } = await call(ana.headers, 'GET', `/user/${ana.id}/export`);
  assert.equal(body.user.attendance, 'attendees');
  assert.deepEqual(
    body.attendances.map((one: { eventId: number; visibleTo: string }) => [one.eventId, one.visibleTo]),
    [[eventId, 'nobody']],
  );
  assert.ok(!JSON.stringify(body).includes('Só-da-Bia'));
});

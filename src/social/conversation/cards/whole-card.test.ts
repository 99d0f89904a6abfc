import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import type { WholeCard } from './read-whole-card.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

const ask = (viewer: Person, id: string) =>
  praca.app.inject({ url: `/social/user/${id}/card?access_token=${viewer.token}` });
const cardOf = async (viewer: Person, shown: Person) => (await ask(viewer, shown.id)).json<WholeCard>();
const hourMs = 3_600_000;

async function addEvent(name: string, startsInHours: number, status = 'EventScheduled'): Promise<number> {
  const startsMs = praca.clock.nowMs() + startsInHours * hourMs;
  const now = praca.clock.now();
  const [event] = await praca.sql<{ id: number }[]>`
    insert into social.events (name, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id,
                               words, created_at, updated_at)
    values (${name}, ${new Date(startsMs)}, ${new Date(startsMs + 2 * hourMs)}, 'America/Sao_Paulo', ${status}, 'Festa',
            'festa', 'Praça', 3550308, '', ${now}, ${now})
    returning id`;
  return event?.id ?? 0;
}
const confirm = (eventId: number, ...attendees: Person[]) => praca.sql`
  insert into social.attendances (event_id, user_id, confirmed_at)
  select ${eventId}, id, ${praca.clock.now()} from unnest(${attendees.map(({ id }) => id)}::uuid[]) as attendee (id)`;
/** A WebP image of one pixel. */
const picture = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

test('a whole card adds the owner’s texts, photos and shared coming events to the card', async () => {
  const [ana, bia, eva] = (await people.create(3)) as [Person, Person, Person];
  await praca.app.inject({
    method: 'PUT',
    url: '/social/user/perfil',
    headers: bia.headers,
    payload: {
      name: 'Bia 🎈',
      about: 'Samba\n🥁',
      location: 'são paulo',
      perfil_photo: picture,
      photos: ['https://example.com/1.jpg', picture],
    },
  });
  const [later, soon, running] = [
    await addEvent('later', 48),
    await addEvent('soon', 24),
    await addEvent('running', -1),
  ];
  const [over, cancelled, hers, others] = [
    await addEvent('over', -3),
    await addEvent('cancelled', 24, 'EventCancelled'),
    await addEvent('hers', 24),
    await addEvent('others', 24),
  ];
  for (const event of [later, soon, running, over, cancelled]) await confirm(event, ana, bia);
  await confirm(hers, bia, eva);
  await confirm(others, ana, eva);
  const { photos, sharedEvents, image, thumb, ...card } = await cardOf(ana, bia);
  assert.deepEqual(card, {
    name: 'Bia 🎈',
    id: bia.id,
    photoQty: 2,
    local: 'São Paulo, SP',
    age: null,
    parties: [running, soon, hers, later],
    isCombination: 0,
    about: 'Samba\n🥁',
    isOnline: false,
    active_at: null,
  });
  assert.match(image, /\/social\/photos\/[\w-]{22}\?pass=/);
  assert.equal(thumb, image.replace('?', '/thumb?'));
  assert.deepEqual(
    sharedEvents.map(({ id, name, city }) => [id, name, city]),
    [
      [running, 'running', 'São Paulo'],
      [soon, 'soon', 'São Paulo'],
      [later, 'later', 'São Paulo'],
    ],
  );
  assert.equal(sharedEvents[0]?.timezone, 'America/Sao_Paulo');
  assert.match(sharedEvents[0]?.startDate ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const list = await praca.app.inject({ url: `/social/user/${bia.id}/photos`, headers: ana.headers });
  assert.deepEqual(photos, list.json());
  assert.equal(photos.length, 2);
});

test('a whole card shows whether the two are combined, and the owner sees the same fields as others', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  assert.equal((await cardOf(ana, bia)).isCombination, 0);
  await people.combine(ana, bia);
  assert.equal((await cardOf(ana, bia)).isCombination, 1);
  assert.equal((await cardOf(bia, ana)).isCombination, 1);
  const own = await cardOf(ana, ana);
  assert.deepEqual([own.id, own.isCombination, own.photos, own.sharedEvents], [ana.id, 0, [], []]);
  assert.equal(own.thumb, own.image);
});

test('combined users see online state and last activity to the minute; others do not', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const seen = new Date('2026-03-15T12:34:56.789Z');
  await praca.sql`update social.users set last_active_at = ${seen} where id = ${bia.id}`;
  const stay = (seconds: number) => praca.sql`
    insert into social.presences (user_id, process_id, until)
    values (${bia.id}, ${bia.id}, ${new Date(praca.clock.nowMs() + seconds * 1000)})
    on conflict (user_id, process_id) do update set until = excluded.until`;
  const listed = async (): Promise<Pick<WholeCard, 'isOnline' | 'active_at'> | undefined> => {
    const url = `/social/user/${ana.id}/combinations`;
    const [first] = (await praca.app.inject({ url, headers: ana.headers })).json<WholeCard[]>();
    return first && { isOnline: first.isOnline, active_at: first.active_at };
  };
  const shown = async () => {
    const { isOnline, active_at: activeAt } = await cardOf(ana, bia);
    return { isOnline, active_at: activeAt };
  };
  await stay(60);
  assert.deepEqual(await shown(), { isOnline: false, active_at: null });
  await people.combine(ana, bia);
  const minute = '2026-03-15T12:34:00.000Z';
  const here = { isOnline: true, active_at: minute };
  assert.deepEqual([await shown(), await listed()], [here, here]);
  await stay(-1);
  const gone = { isOnline: false, active_at: minute };
  assert.deepEqual([await shown(), await listed()], [gone, gone]);
});

test('blocked, deleted, unknown and malformed ids get the same answer', async () => {
  const [ana, blocked, blocker, gone] = (await people.create(4)) as [Person, Person, Person, Person];
  await praca.app.inject({ url: `/social/user/block/${blocked.id}`, headers: ana.headers });
  await praca.app.inject({ url: `/social/user/block/${ana.id}`, headers: blocker.headers });
  await praca.app.inject({ method: 'POST', url: `/social/user/${gone.id}/delete`, headers: gone.headers });
  const unknown = '00000000-0000-7000-8000-000000000000';
  for (const id of [blocked.id, blocker.id, gone.id, unknown, 'nobody']) {
    const answer = await ask(ana, id);
    assert.equal(answer.statusCode, 403);
    assert.deepEqual([answer.json().code, answer.json().detail], ['forbidden', 'This user is not visible.']);
  }
  assert.equal((await ask(blocked, ana.id)).statusCode, 403);
  assert.equal((await praca.app.inject(`/social/user/${ana.id}/card`)).statusCode, 401);
  await praca.app.inject({
    method: 'DELETE',
    url: `/social/user/block/${blocked.id}`,
    headers: ana.headers,
  });
  assert.equal((await ask(ana, blocked.id)).statusCode, 200);
  assert.equal((await ask(ana, blocked.id.toUpperCase())).statusCode, 200);
});

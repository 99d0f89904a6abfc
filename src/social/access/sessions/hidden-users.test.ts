import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
let staff: { authorization: string };
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  staff = await people.staffHeaders();
});
after(() => praca.close());

async function createEvent(): Promise<number> {
  const at = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: staff,
    payload: {
      name: 'Baile',
      category: 'Música',
      startDate: at(24),
      endDate: at(30),
      location: { name: 'Praça', city: 'Rio de Janeiro' },
    },
  });
  return created.json<{ id: number }>().id;
}

test('no list shows a user who is deleted or suspended, or who has blocked the viewer or is blocked by the viewer', async () => {
  // Of each kind one user who joined before the viewer and one after, because a pair stores its sides in the order of
  // ids.
  const crowd = await people.create(9);
  const [gone, blocker, blocked, banned, me, ...younger] = crowd as [
    Person,
    Person,
    Person,
    Person,
    Person,
    ...Person[],
  ];
  const [goneLater, laterBlocker, laterBlocked, bannedLater] = younger as [Person, Person, Person, Person];
  const others = crowd.filter((person) => person !== me);
  const shownEvent = await createEvent();
  for (const other of others) {
    await people.combine(me, other);
    await praca.app.inject({
      method: 'POST',
      url: `/social/event/${shownEvent}/confirm/${other.id}`,
      headers: other.headers,
    });
  }
  const lists = [
    '/social/user/feed?limit=200',
    `/social/user/${me.id}/combinations`,
    `/social/event/${shownEvent}/participants?limit=200`,
  ];
  const visible = async (url: string): Promise<string[]> => {
    const shown = new Set<string>();
    for (let next = url; next !== '';) {
      const answer = await praca.app.inject({ url: next, headers: me.headers });
      for (const { id } of answer.json<{ id: string }[]>()) shown.add(id);
      next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? '';
    }
    return others.map(({ id }) => id).filter((id) => shown.has(id));
  };
  const everybody = others.map(({ id }) => id);
  for (const url of lists) assert.deepEqual(await visible(url), everybody, url);
  for (const { id, headers } of [gone, goneLater])
    await praca.app.inject({ method: 'POST', url: `/social/user/${id}/delete`, headers });
  for (const { headers } of [blocker, laterBlocker])
    await praca.app.inject({ url: `/social/user/block/${me.id}`, headers });
  for (const { id } of [blocked, laterBlocked])
    await praca.app.inject({ url: `/social/user/block/${id}`, headers: me.headers });
  for (const { id } of [banned, bannedLater]) {
    const payload = { reason: 'x', until: null };
    await praca.app.inject({
      method: 'POST',
      url: `/social/staff/users/${id}/suspend`,
      headers: staff,
      payload,
    });
  }
  for (const url of lists) assert.deepEqual(await visible(url), [], url);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

async function createEvent(): Promise<number> {
  const at = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: await people.staffHeaders(),
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

const block = (blocker: Person, other: Person) =>
  praca.app.inject({ url: `/social/user/block/${other.id}`, headers: blocker.headers });

test('hides participants with a block in either direction, regardless of which user joined first', async () => {
  const eventId = await createEvent();
  // In the order of joining: a pair stores the blocks of its older and its newer user separately.
  const [elder, elderBlocked, viewer, younger, youngerBlocked, neutral] = (await people.create(6)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  const others = [elder, elderBlocked, younger, youngerBlocked, neutral];
  for (const { id, headers } of others) {
    praca.clock.offsetMs += 10;
    await praca.app.inject({ method: 'POST', url: `/social/event/${eventId}/confirm/${id}`, headers });
  }
  const shown = async (): Promise<string[]> => {
    const url = `/social/event/${eventId}/participants`;
    const answer = await praca.app.inject({ url, headers: viewer.headers });
    return answer.json<{ id: string }[]>().map(({ id }) => id);
  };
  const left = others.map(({ id }) => id);
  assert.deepEqual(await shown(), left);
  for (const [blocker, other, hidden] of [
    [elder, viewer, elder],
    [younger, viewer, younger],
    [viewer, elderBlocked, elderBlocked],
    [viewer, youngerBlocked, youngerBlocked],
  ] as const) {
    await block(blocker, other);
    left.splice(left.indexOf(hidden.id), 1);
    assert.deepEqual(await shown(), left);
  }
  assert.deepEqual(left, [neutral.id]);
});

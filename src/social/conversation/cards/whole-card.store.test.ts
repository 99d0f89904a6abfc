import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { findAbout, findSharedEvents } from './whole-card.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const hour = (count: number) => new Date(now.getTime() + count * 3_600_000);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

before(async () => {
  for (const [id, about] of [
    [bia, 'of Bia'],
    [ana, 'of Ana'],
    [eva, 'of Eva'],
  ] as const)
    await insertPerson(sql, id, now, { about });
});

test('finds the texts that a user wrote by the author', async () => {
  assert.deepEqual(
    [await findAbout(sql, ana), await findAbout(sql, bia), await findAbout(sql, idOf(9))],
    ['of Ana', 'of Bia', undefined],
  );
});

test('finds the events that both users attend until they end, soonest first, and leaves out cancelled ones', async () => {
  const rio = 3304557;
  const event = async (name: string, hours: number, people: readonly string[], fields: object = {}) => {
    const id = await insertEvent(sql, hour(hours), { name, ...fields });
    for (const userId of people)
      await insertRow(sql, 'social', 'attendances', { event_id: id, user_id: userId, confirmed_at: now });
    return id;
  };
  await event('late', 5, [ana, bia, eva]);
  const early = await event('early', 2, [ana, bia], { city_id: rio });
  await event('at once', 2, [ana, bia]);
  await event('running', -1, [ana, bia], { ends_at: new Date(now.getTime() + 1) });
  await event('over', -1, [ana, bia]);
  await event('cancelled', 3, [ana, bia], { status: 'EventCancelled' });
  await event('put off', 4, [ana, bia], { status: 'EventPostponed' });
  await event('of Ana', 3, [ana]);
  await event('of Bia', 3, [bia]);
  await event('with Eva', 3, [ana, eva]);
  await event('of nobody', 3, []);
  const shared = async (viewerId: string, userId: string) =>
    (await findSharedEvents(sql, viewerId, userId, { now, isSeen: sql`true` })).map(
      ({ name, city }) => `${name}, ${city}`,
    );
  const both = [
    'running, São Paulo',
    'early, Rio de Janeiro',
    'at once, São Paulo',
    'put off, São Paulo',
    'late, São Paulo',
  ];
  assert.deepEqual([await shared(ana, bia), await shared(bia, ana)], [both, both]);
  assert.deepEqual(await shared(eva, ana), ['with Eva, São Paulo', 'late, São Paulo']);
  assert.deepEqual(await shared(eva, idOf(9)), []);
  const found = await findSharedEvents(sql, ana, bia, { now, isSeen: sql`true` });
  const expected = { id: early, name: 'early', startsAt: hour(2), timezone: 'UTC', city: 'Rio de Janeiro' };
  assert.deepEqual({ ...found[1] }, expected);
});

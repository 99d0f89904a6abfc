import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openTestSql } from '../../../test/support/database.ts';
import { insertPerson } from '../../../test/support/social-rows.ts';
import { insertRow, readRows } from '../../../test/support/table-rows.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { countClick, countView, findRunning, findRunningMedia } from './campaign.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
const [ana, bia] = [idOf(1), idOf(2)];
const [saoPaulo, rio] = [3550308, 3304557];

beforeEach(async () => {
  await sql`delete from social.campaigns`;
  await sql`delete from social.users`;
  await insertPerson(sql, bia, now);
  await insertPerson(sql, ana, now, { city_id: saoPaulo, state: 'SP' });
});

const add = (digit: number, fields: Record<string, unknown> = {}) =>
  insertRow(sql, 'social', 'campaigns', {
    id: idOf(digit),
    title: 't',
    description: 'd',
    media_type: 1,
    media: String(digit),
    link: 'https://example.com',
    starts_at: now,
    ends_at: at(1),
    city_ids: [],
    weight: 1,
    created_at: now,
    ...fields,
  });

const campaigns = [
  [1, {}],
  [2, { stopped_at: now }],
  [3, { starts_at: at(0.001) }],
  [4, { starts_at: at(-1), ends_at: now }],
  [5, { city_ids: [rio, saoPaulo] }],
  [6, { city_ids: [rio] }],
] as const;
const addAll = async (): Promise<void> => {
  for (const [digit, fields] of campaigns) await add(digit, fields);
};

test('those run that have begun, have not ended and were not stopped, for everybody or for one’s own city', async () => {
  await addAll();
  const running = async (who: string) =>
    (await findRunning(sql, who, now))
      .map(({ id }) => id.slice(-1))
      .toSorted()
      .join('');
  assert.deepEqual([await running(ana), await running(bia)], ['15', '1']);
  const media = async (digit: number) => (await findRunningMedia(sql, idOf(digit), now))?.media;
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5, 9].map(media)), [
    '1',
    undefined,
    undefined,
    undefined,
    '5',
    undefined,
  ]);
});

const day = '2026-03-01';
const counts = async () => {
  const sums = new Map<string, number[]>();
  for (const row of await readRows(sql, 'social', 'campaign_counts')) {
    const key = `${String(row['campaign_id']).slice(-1)} ${String(row['day'])}`;
    const [views = 0, clicks = 0] = sums.get(key) ?? [];
    sums.set(key, [views + Number(row['views']), clicks + Number(row['clicks'])]);
  }
  return Object.fromEntries(sums);
};

test('a view counts once a day for each user and campaign, a click once after it', async () => {
  await addAll();
  const view = (digit: number, userId = ana, on = day) =>
    countView(sql, { campaignId: idOf(digit), userId, now, day: on });
  const click = (digit: number, userId = ana, on = day, since = now) =>
    countClick(sql, { campaignId: idOf(digit), userId, now, day: on }, since);
  const [yes, twice, over] = [
    { running: true, counted: true },
    { running: true, counted: false },
    { running: false, counted: false },
  ];
  for (const digit of [2, 3, 4]) assert.deepEqual([await view(digit), await click(digit)], [over, over]);
  assert.deepEqual(await click(1), twice, 'nothing was viewed');
  assert.deepEqual([await view(1), await view(1), await view(1, bia), await view(5)], [yes, twice, yes, yes]);
  assert.deepEqual([await click(1), await click(1)], [yes, twice]);
  assert.deepEqual(await counts(), { [`1 ${day}`]: [2, 1], [`5 ${day}`]: [1, 0] });
  // After midnight it belongs to the view of before, where that was not too long ago.
  const next = '2026-03-02';
  assert.deepEqual(await click(5, ana, next, now), twice);
  assert.deepEqual(await click(5, ana, next, at(-0.001)), yes);
  assert.deepEqual([await view(1, bia, next), await click(1, bia, next)], [yes, yes]);
  assert.deepEqual(await counts(), {
    [`1 ${day}`]: [2, 1],
    [`1 ${next}`]: [1, 1],
    [`5 ${day}`]: [1, 1],
  });
});

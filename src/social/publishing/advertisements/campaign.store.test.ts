import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  countClick,
  countView,
  findCampaigns,
  findDays,
  findRunning,
  findRunningMedia,
  forgetViews,
  upsertCampaign,
} from './campaign.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
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

test('finds campaigns that have begun and neither ended nor stopped, for everyone or for the user’s city', async () => {
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

test('a view counts once a day per user and campaign, and a click once after it', async () => {
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
  assert.deepEqual([await view(6), await click(6)], [twice, twice], 'shown in another city');
  assert.deepEqual(await view(5, bia), twice, 'shown in some cities, and hers is not known');
  assert.deepEqual(await click(1), twice, 'nothing was viewed');
  assert.deepEqual([await view(1), await view(1), await view(1, bia), await view(5)], [yes, twice, yes, yes]);
  assert.deepEqual([await click(1), await click(1)], [yes, twice]);
  assert.deepEqual(await counts(), { [`1 ${day}`]: [2, 1], [`5 ${day}`]: [1, 0] });
  // After midnight a click belongs to the view of the day before, if that was recent enough.
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

const count = (digit: number, on: string, slot: number, views: number, clicks: number) =>
  insertRow(sql, 'social', 'campaign_counts', {
    campaign_id: idOf(digit),
    day: on,
    slot,
    views,
    clicks,
  });

test('lists one or all campaigns with their counts, newest first', async () => {
  for (const digit of [2, 1, 3]) await add(digit);
  await count(1, day, 0, 1, 2);
  await count(1, day, 1, 10, 20);
  await count(1, '2026-03-02', 0, 100, 200);
  await count(2, day, 0, 5, 6);
  const listed = async (campaignId: string | null) =>
    (await findCampaigns(sql, campaignId)).map(({ id, views, clicks }) => [id.slice(-1), views, clicks]);
  const [one, two, three] = [
    ['1', 111, 222],
    ['2', 5, 6],
    ['3', 0, 0],
  ];
  assert.deepEqual(await listed(null), [three, two, one]);
  assert.deepEqual([await listed(idOf(1)), await listed(idOf(3))], [[one], [three]]);
  assert.deepEqual(await listed(idOf(4)), []);
});

test('lists at most two hundred campaigns', async () => {
  await sql`
    insert into social.campaigns (id, title, description, media_type, media, link, starts_at, ends_at, weight, created_at)
    select gen_random_uuid(), '', '', 1, '', '', ${now}, ${at(1)}, 1, ${now} from generate_series(1, 201)`;
  assert.equal((await findCampaigns(sql, null)).length, 200);
});

test('returns the newest days of one campaign, oldest first', async () => {
  for (const digit of [1, 2]) await add(digit);
  const on = (number: number) => `2026-03-0${number}`;
  await count(1, on(2), 0, 1, 2);
  await count(1, on(4), 0, 3, 4);
  await count(1, on(4), 1, 30, 40);
  await count(1, on(1), 0, 5, 6);
  await count(2, on(3), 0, 7, 8);
  const days = async (limit: number) =>
    (await findDays(sql, idOf(1), limit)).map((one) => [one.day, one.views, one.clicks]);
  const newest = [
    [on(2), 1, 2],
    [on(4), 33, 44],
  ];
  assert.deepEqual([await days(2), await days(9)], [newest, [[on(1), 5, 6], ...newest]]);
});

test('deletes views of earlier days up to the limit', async () => {
  for (const [digit, on] of [
    [1, '2026-03-01'],
    [2, '2026-02-28'],
    [3, '2026-02-28'],
    [4, '2026-02-27'],
  ] as const)
    await insertRow(sql, 'social', 'campaign_views', {
      user_id: ana,
      campaign_id: idOf(digit),
      day: on,
      viewed_at: now,
    });
  const left = async () => (await readRows(sql, 'social', 'campaign_views')).length;
  assert.deepEqual([await forgetViews(sql, day, 2), await left()], [2, 2]);
  assert.deepEqual([await forgetViews(sql, day, 9), await left()], [1, 1]);
  assert.deepEqual([await forgetViews(sql, day, 9), await left()], [0, 1]);
});

test('an update changes one campaign and keeps its creation time', async () => {
  await add(1);
  const campaign = {
    id: idOf(2),
    title: 'first',
    description: 'd',
    media_type: 1,
    media: 'm',
    link: 'l',
    starts_at: now,
    ends_at: at(1),
    city_ids: [rio],
    weight: 1,
    stopped_at: null,
  } as const;
  const other = {
    ...campaign,
    title: 'second',
    description: 'e',
    media_type: 2,
    media: 'n',
    link: 'k',
    starts_at: at(1),
    ends_at: at(2),
    city_ids: [saoPaulo, rio],
    weight: 2,
    stopped_at: at(1),
  } as const;
  const [neighbour] = await readRows(sql, 'social', 'campaigns');
  const kept = (fields: object): unknown => JSON.parse(JSON.stringify(fields));
  const save = (fields: typeof campaign | typeof other, seconds: number) =>
    sql.begin((tx) => upsertCampaign(tx, { ...fields, city_ids: [...fields.city_ids] }, at(seconds)));
  await save(campaign, 0);
  const { stopped_at: _, ...running } = campaign;
  assert.deepEqual(await readRows(sql, 'social', 'campaigns'), [
    neighbour,
    kept({ ...running, created_at: now }),
  ]);
  await save(other, 5);
  assert.deepEqual(await readRows(sql, 'social', 'campaigns'), [
    neighbour,
    kept({ ...other, created_at: now }),
  ]);
});

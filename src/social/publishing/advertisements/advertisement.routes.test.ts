import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { newId } from '../../../platform/ids.ts';
import { countClick, countView } from './campaign.store.ts';
import { countAdvertisement, forgetOldViews } from './show-advertisements.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

const hourMs = 3_600_000;

async function tryToCreate(fields: object = {}) {
  const at = (days: number): string => new Date(praca.clock.nowMs() + days * 24 * hourMs).toISOString();
  return praca.app.inject({
    method: 'POST',
    url: '/social/staff/campaigns',
    headers: await people.staffHeaders(),
    payload: {
      title: 'Festival',
      description: '',
      media_type: 1,
      media: 'https://ads.example/a.jpg',
      link: 'https://ads.example/',
      starts_at: at(-1),
      ends_at: at(9),
      cities: [],
      weight: 1,
      ...fields,
    },
  });
}

async function createCampaign(fields: object = {}): Promise<string> {
  const answer = await tryToCreate(fields);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ id: string }>().id;
}

const count = async (who: Person, campaignId: string, what: 'view' | 'click'): Promise<string> => {
  const url = `/social/get/ads/${campaignId}/${what}`;
  const answer = await praca.app.inject({ method: 'POST', url, headers: who.headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ status: string }>().status;
};
/** Counts by the operation instead of the API, for days on which the token has expired. */
const countLater = async (who: Person, campaignId: string, what: 'view' | 'click'): Promise<string> =>
  (await countAdvertisement(praca, who.id, campaignId, what)) ? 'counted' : 'not_counted';
const atOnce = (times: number, ask: () => Promise<string>): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, ask));
const inAll = async (campaignId: string): Promise<[number, number]> => {
  const list = await praca.app.inject({
    url: '/social/staff/campaigns',
    headers: await people.staffHeaders(),
  });
  const found = list
    .json<{ id: string; views: number; clicks: number }[]>()
    .find(({ id }) => id === campaignId);
  return [found?.views ?? -1, found?.clicks ?? -1];
};
/** Moves to the next noon, so that a long test stays within one day. */
const moveToNoon = (): void => {
  const dayMs = 24 * hourMs;
  praca.clock.offsetMs += dayMs - ((praca.clock.nowMs() - 12 * hourMs) % dayMs);
};

test('simultaneous requests by one user count as one view and one click per day', async () => {
  moveToNoon();
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const campaign = await createCampaign();
  assert.deepEqual(new Set(await atOnce(10, () => count(ana, campaign, 'click'))), new Set(['not_counted']));
  assert.deepEqual(await inAll(campaign), [0, 0], 'no user has seen it yet');
  for (const what of ['view', 'click'] as const) {
    const answers = await Promise.all([ana, bia].map((who) => atOnce(10, () => count(who, campaign, what))));
    for (const answer of answers) {
      assert.equal(answer.filter((status) => status === 'counted').length, 1);
    }
  }
  assert.deepEqual(await inAll(campaign), [2, 2]);
  const other = await createCampaign();
  assert.equal(await count(ana, other, 'click'), 'not_counted', 'the view was of another campaign');
  praca.clock.offsetMs += 24 * hourMs;
  assert.equal(await countLater(ana, campaign, 'click'), 'not_counted', 'the view was of another day');
  assert.equal(await countLater(ana, campaign, 'view'), 'counted');
  assert.equal(await countLater(ana, campaign, 'click'), 'counted');
  assert.deepEqual(await inAll(campaign), [3, 3]);
});

test('the error for a campaign URL without a host names the field', async () => {
  for (const field of ['link', 'media']) {
    const answer = await tryToCreate({ [field]: 'https://' });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(answer.json<{ errors: unknown }>().errors, [
      { field, code: 'malformed', message: 'must be an http or https link' },
    ]);
  }
});

test('only users who get an advertisement are counted, and a click counts after the view even if the user has moved', async () => {
  const [ana, rui] = (await people.create(2)) as [Person, Person];
  const live = (who: Person, location: string) =>
    praca.app.inject({
      method: 'PUT',
      url: '/social/user/perfil',
      headers: who.headers,
      payload: { location },
    });
  await live(ana, 'São Paulo, SP');
  await live(rui, 'Recife, PE');
  const campaign = await createCampaign({ cities: ['São Paulo, SP'] });
  const gets = async (who: Person): Promise<boolean> => {
    const answer = await praca.app.inject({ url: '/social/get/ads', headers: who.headers });
    return answer.json<{ id: string }[]>().some(({ id }) => id === campaign);
  };
  assert.deepEqual([await gets(ana), await gets(rui)], [true, false]);
  for (const what of ['view', 'click'] as const)
    assert.equal(await count(rui, campaign, what), 'not_counted');
  assert.equal(await count(ana, campaign, 'view'), 'counted');
  await live(ana, 'Recife, PE');
  assert.equal(await count(ana, campaign, 'click'), 'counted');
  assert.deepEqual(await inAll(campaign), [1, 1]);
});

test('a click shortly after midnight counts once for the view before it', async () => {
  moveToNoon();
  const [ana] = (await people.create(1)) as [Person];
  const campaign = await createCampaign();
  praca.clock.offsetMs += 11.75 * hourMs;
  await countLater(ana, campaign, 'view');
  praca.clock.offsetMs += 0.5 * hourMs;
  assert.equal(await countLater(ana, campaign, 'click'), 'counted');
  assert.equal(await countLater(ana, campaign, 'click'), 'not_counted');
  assert.equal(await countLater(ana, campaign, 'view'), 'counted', 'the first of the new day');
  assert.equal(await countLater(ana, campaign, 'click'), 'counted');
  assert.deepEqual(await inAll(campaign), [2, 2]);
});

test('views of users are deleted after two days, and the counts stay', async () => {
  moveToNoon();
  const [ana] = (await people.create(1)) as [Person];
  const campaign = await createCampaign();
  await countLater(ana, campaign, 'view');
  const kept = async (): Promise<number> => {
    await forgetOldViews(praca);
    return (await praca.sql`select from social.campaign_views where user_id = ${ana.id}`).length;
  };
  praca.clock.offsetMs += 24 * hourMs;
  assert.equal(await kept(), 1, 'a click may still belong to it');
  praca.clock.offsetMs += 24 * hourMs;
  assert.equal(await kept(), 0);
  assert.deepEqual(await inAll(campaign), [1, 0]);
});

test('counting finds its rows by index', async () => {
  const one = { campaignId: newId(), userId: newId(), now: new Date(), day: '2026-11-15' };
  const ids = (await people.create(20)).map(({ id }) => id);
  await praca.sql`
    insert into social.campaign_views (user_id, campaign_id, day, viewed_at)
    select id, gen_random_uuid(), '2026-11-15', now() from unnest(${ids}::uuid[]) id, generate_series(1, 250)`;
  await praca.sql`analyze social.campaign_views`;
  const plans = [
    await explainGeneric(praca.sql, (sql) => countView(sql, one)),
    await explainGeneric(praca.sql, (sql) => countClick(sql, one, new Date())),
  ];
  for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan on campaign_(?:views|counts)/);
});

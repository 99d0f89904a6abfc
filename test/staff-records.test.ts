import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { newId } from '../src/platform/ids.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { storedPhoto, insertPhoto } from './support/town-rows.ts';
import { openModeration, type Headers, type Moderation } from './support/moderation.ts';
import { openPeople, type People, type Person } from './support/social-people.ts';

let praca: TestApp;
let people: People;
let moderation: Moderation;
let clara: Headers;
before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  people = await openPeople(praca);
  moderation = await openModeration(praca);
  clara = await moderation.staff('clara');
  await praca.sql`
    create function platform.refuse_line() returns trigger language plpgsql as $$
      begin raise exception 'the record is full'; end $$`;
});
after(() => praca.close());

/** The request and the recorded subject, which is undefined if the answer contains it. */
interface Write {
  readonly path: string;
  /** A picture is sent as it is. */
  readonly payload?: Record<string, unknown> | Buffer;
  readonly act: string;
  readonly subject?: string;
}

const person = async (): Promise<Person> => (await people.create(1))[0] as Person;
const staff = (method: 'POST' | 'PUT', path: string, payload?: Write['payload']) =>
  moderation.call(
    method,
    path,
    { ...clara, ...(Buffer.isBuffer(payload) && { 'content-type': 'image/png' }) },
    payload,
  );
const inDays = (days: number): string => new Date(praca.clock.nowMs() + days * 86_400_000).toISOString();

const event = () => ({
  name: 'Roda de samba',
  startDate: inDays(1),
  endDate: inDays(1.1),
  category: 'Música',
  location: { name: 'Praça da Sé', city: 'São Paulo' },
});
const campaign = () => ({
  title: 'Festival',
  description: 'Three days of samba',
  media_type: 1,
  media: 'https://example.com/a.jpg',
  link: 'https://example.com',
  starts_at: inDays(-1),
  ends_at: inDays(5),
  cities: [],
  weight: 10,
});
const madeId = async (path: string, payload: Record<string, unknown>): Promise<string> =>
  String((await staff('POST', path, payload)).body['id']);

const onUser =
  (deed: string, act: string, payload: Record<string, unknown> = {}, before?: string) =>
  async (): Promise<Write> => {
    const { id } = await person();
    if (before !== undefined) await moderation.act(id, before, { until: null });
    return { path: `/staff/users/${id}/${deed}`, payload: { reason: 'rude', ...payload }, act, subject: id };
  };
const report = async (): Promise<{ id: string; reported: string }> => {
  const [one, other] = [await person(), await person()];
  const made = await moderation.call('POST', `/user/${one.id}/report/${other.id}`, one.headers, {
    reason: 'rude',
  });
  return { id: made.body['id'], reported: other.id };
};
const onAppeal = (decision: 'accept' | 'refuse', act: string) => async (): Promise<Write> => {
  const { id: subject, headers } = await person();
  await moderation.act(subject, 'hide');
  await moderation.call('POST', `/user/${subject}/appeal`, headers, { text: 'It was not me.' });
  const [appeal] = await praca.sql<{ id: string }[]>`
      select id from social.appeals where user_id = ${subject}`;
  return { path: `/staff/appeals/${appeal?.id}/${decision}`, payload: { reason: 'seen' }, act, subject };
};

/** All writes of staff. A new route fails the test until it is added. */
const writes: Readonly<Record<string, () => Promise<Write>>> = {
  'PUT /staff/presentation/{language}': async () => ({
    path: '/staff/presentation/en',
    payload: { body: [{ photo: 'https://example.com/1.png', description: 'Meet' }] },
    act: 'text.published',
    subject: 'presentation en',
  }),
  'PUT /staff/terms/{language}': async () => ({
    path: '/staff/terms/pt',
    payload: { body: 'Termos' },
    act: 'text.published',
    subject: 'terms pt',
  }),
  'POST /staff/reports/{id}/close': async () => {
    const { id, reported } = await report();
    return { path: `/staff/reports/${id}/close`, payload: {}, act: 'report.closed', subject: reported };
  },
  'POST /staff/users/{id}/warn': onUser('warn', 'user.warned'),
  'POST /staff/users/{id}/hide': onUser('hide', 'user.hidden'),
  'POST /staff/users/{id}/unhide': onUser('unhide', 'user.unhidden', {}, 'hide'),
  'POST /staff/users/{id}/suspend': onUser('suspend', 'user.suspended', { until: null }),
  'POST /staff/users/{id}/lift': onUser('lift', 'user.suspension_lifted', {}, 'suspend'),
  'POST /staff/users/{id}/dismiss': async () => {
    const { reported: subject } = await report();
    return { path: `/staff/users/${subject}/dismiss`, payload: {}, act: 'reports.dismissed', subject };
  },
  'POST /staff/users/{id}/remove-text': onUser('remove-text', 'text.removed', { text: 'name' }),
  'POST /staff/users/{id}/remove-photo': async () => {
    const { id: subject } = await person();
    const photo = newId();
    await insertPhoto(
      praca.sql,
      { id: photo, userId: subject, position: 1 },
      praca.clock.now(),
      storedPhoto('p'.repeat(22)),
    );
    const payload = { reason: 'rude', photo };
    return { path: `/staff/users/${subject}/remove-photo`, payload, act: 'photo.removed', subject };
  },
  'POST /staff/appeals/{id}/accept': onAppeal('accept', 'appeal.accepted'),
  'POST /staff/appeals/{id}/refuse': onAppeal('refuse', 'appeal.refused'),
  'PUT /staff/users/{id}/premium': async () => {
    const { id: subject } = await person();
    const payload = { is_premium: true };
    return { path: `/staff/users/${subject}/premium`, payload, act: 'premium.changed', subject };
  },
  'POST /staff/campaigns': async () => ({
    path: '/staff/campaigns',
    payload: campaign(),
    act: 'campaign.created',
  }),
  'PUT /staff/campaigns/{id}': async () => {
    const id = await madeId('/staff/campaigns', campaign());
    return { path: `/staff/campaigns/${id}`, payload: campaign(), act: 'campaign.changed', subject: id };
  },
  'POST /staff/campaigns/{id}/stop': async () => {
    const id = await madeId('/staff/campaigns', campaign());
    return { path: `/staff/campaigns/${id}/stop`, act: 'campaign.stopped', subject: id };
  },
  'POST /staff/events': async () => ({ path: '/staff/events', payload: event(), act: 'event.created' }),
  'PUT /staff/events/{eventId}': async () => {
    const id = await madeId('/staff/events', event());
    return { path: `/staff/events/${id}`, payload: { name: 'Baile' }, act: 'event.changed', subject: id };
  },
  'PUT /staff/events/{eventId}/picture': async () => {
    const id = await madeId('/staff/events', event());
    const payload = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();
    return { path: `/staff/events/${id}/picture`, payload, act: 'event.changed', subject: id };
  },
  'POST /staff/events/{eventId}/cancel': async () => {
    const id = await madeId('/staff/events', event());
    return { path: `/staff/events/${id}/cancel`, act: 'event.cancelled', subject: id };
  },
};

/** Lists the staff writes in the documents of all services, except the sign-in. */
async function listStaffWrites(): Promise<string[]> {
  const all = await Promise.all(
    ['merchant', 'accounts', 'social'].map(async (service) => {
      const { paths } = (await praca.app.inject(`/${service}/openapi.json`)).json<{
        paths: Record<string, Record<string, unknown>>;
      }>();
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
    }),
  );
  return all.flat().filter((route) => /^(?!GET|HEAD)\w+ (?:\/\w+)*\/staff\/(?!token$)/.test(route));
}

test('every write of staff in the documents of all services has an example here', async () => {
  assert.deepEqual((await listStaffWrites()).toSorted(), Object.keys(writes).toSorted());
});

const recorded = () => praca.sql<
  { id: string; act: string; subject: string; person_email: string; address: string }[]
>`
  select id, act, subject, person_email, address from platform.console_audit order by id`;

for (const [route, prepare] of Object.entries(writes)) {
  test(`${route} is recorded in the same transaction or not done`, async () => {
    const { path, payload, act, subject } = await prepare();
    const method = route.startsWith('PUT') ? 'PUT' : 'POST';
    await praca.sql`
      create trigger refuse_line before insert on platform.console_audit
      for each row execute function platform.refuse_line()`;
    assert.equal((await staff(method, path, payload)).status, 500, 'it is refused without its audit entry');
    await praca.sql`drop trigger refuse_line on platform.console_audit`;
    const known = new Set((await recorded()).map(({ id }) => id));
    const answer = await staff(method, path, payload);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    if ('act' in answer.body)
      assert.equal(answer.body['status'], 'done', 'the refused attempt changed nothing');
    const lines = (await recorded()).filter(({ id }) => !known.has(id));
    assert.deepEqual(
      lines.map((line) => [line.act, line.subject, line.person_email, line.address]),
      [[act, subject ?? String(answer.body['id']), 'clara@praca.example', '127.0.0.1']],
    );
  });
}

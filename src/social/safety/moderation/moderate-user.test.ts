import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../platform/ids.ts';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import {
  openModeration,
  type Headers,
  type Json,
  type Moderation,
} from '../../../../test/support/moderation.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
let moderation: Moderation;
let clara: Headers;
let rui: Headers;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  moderation = await openModeration(praca);
  [clara, rui] = await Promise.all([moderation.staff('clara'), moderation.staff('rui')]);
});
after(() => praca.close());

type Row = Record<string, Json>;
const create = async (count: number) => (await people.create(count)) as [Person, Person, Person];
const get = async (path: string, headers: Headers) => (await moderation.call('GET', path, headers)).body;
const list = async (path: string, headers: Headers) => (await get(path, headers)) as Row[];
const caseOf = (who: Person) => get(`/staff/users/${who.id}/case`, clara);
const noticesOf = (who: Person) => list(`/user/${who.id}/notices`, who.headers);
const report = async (who: Person, whom: Person, payload: Row = {}): Promise<string> =>
  (
    await moderation.call('POST', `/user/${who.id}/report/${whom.id}`, who.headers, {
      reason: 'rude',
      ...payload,
    })
  ).body['id'];

test('a warning is recorded with staff member, reason and reports, settles the case, and is sent once without names', async () => {
  const [ana, bia] = await create(2);
  const reportId = await report(ana, bia);
  const answer = await moderation.act(bia.id, 'warn', { reason: 'Be kind 🙏', note: 'first time' });
  assert.deepEqual([answer.status, answer.body['status']], [200, 'done']);
  const again = await moderation.act(bia.id, 'warn', { reason: 'Be kind 🙏' });
  assert.deepEqual([again.body['status'], again.body['act'].id], ['unchanged', answer.body['act'].id]);

  const [act, ...more] = await list(`/staff/acts?user=${bia.id}`, clara);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [act?.['kind'], act?.['staff'], act?.['reason'], act?.['note'], act?.['reports'], act?.['user_id']],
    ['warn', 'clara@praca.example', 'Be kind 🙏', 'first time', [reportId], bia.id],
  );
  const settled = await caseOf(bia);
  assert.deepEqual([settled['opened_at'], settled['open_reports']], [null, 0]);
  assert.deepEqual([settled['reports'][0].act, settled['acts'].length], [act?.['id'], 1]);

  const notices = await noticesOf(bia);
  assert.deepEqual(
    notices.map(({ kind, reason }) => [kind, reason]),
    [['warn', 'Be kind 🙏']],
  );
  const updates = await get(`/user/${bia.id}/updates?since=0`, bia.headers);
  assert.deepEqual(
    updates['updates'].map((update: Row) => [update['type'], update['data'].id]),
    [['notice', act?.['id']]],
  );
  for (const secret of [ana.id, reportId, 'clara', 'first time']) {
    assert.ok(!JSON.stringify([notices, updates]).includes(secret), secret);
  }
  assert.equal((await moderation.call('GET', `/user/${bia.id}/notices`, ana.headers)).status, 403);
});

test('every act is refused for an unknown user and without a reason', async () => {
  const [bia] = await create(1);
  for (const [deed, payload] of [
    ['warn', {}],
    ['hide', {}],
    ['unhide', {}],
    ['remove-photo', { photo: newId() }],
    ['remove-text', { text: 'about' }],
    ['suspend', { until: null }],
    ['lift', {}],
    ['dismiss', {}],
  ] as const) {
    for (const nobody of [newId(), 'nobody'])
      assert.equal((await moderation.act(nobody, deed, payload)).body['code'], 'not_found', deed);
    const silent = await moderation.act(bia.id, deed, { ...payload, reason: '' });
    if (deed !== 'dismiss') assert.equal(silent.body['errors']?.[0]?.field, 'reason', deed);
  }
  assert.equal((await moderation.call('GET', '/staff/users/nobody/case', clara)).status, 404);
  assert.deepEqual(await list('/staff/users/nobody/reports', clara), []);
  assert.deepEqual(await list('/staff/acts?user=nobody', clara), []);
  assert.deepEqual(await noticesOf(bia), []);
});

test('hiding and unhiding change only feeds, once each', async () => {
  const [ana, bia] = await create(2);
  const isShown = async () =>
    (await list('/user/feed?limit=200', ana.headers)).some(({ id }) => id === bia.id);
  const statuses = async (deed: string) => [
    (await moderation.act(bia.id, deed)).body['status'],
    (await moderation.act(bia.id, deed, {}, rui)).body['status'],
  ];
  assert.ok(await isShown());
  assert.deepEqual(await statuses('hide'), ['done', 'unchanged']);
  assert.ok(!(await isShown()));
  assert.equal((await caseOf(bia))['user'].hidden_by, 'staff');
  assert.equal((await moderation.call('GET', `/user/${bia.id}/photos`, ana.headers)).status, 200);
  assert.equal((await moderation.call('POST', `/user/like/${bia.id}`, ana.headers)).status, 200);
  assert.deepEqual(await statuses('unhide'), ['done', 'unchanged']);
  await moderation.call('POST', `/user/dislike/${bia.id}`, ana.headers);
  assert.equal((await caseOf(bia))['user'].hidden_by, null);
  assert.deepEqual(
    (await noticesOf(bia)).map(({ kind }) => kind),
    ['unhide', 'hide'],
  );
});

test('photos, profile texts and reported messages are removed once, and only from their owner', async () => {
  const [ana, bia, eva] = await create(3);
  await people.combine(ana, bia);
  const photos = ['https://example.com/1.jpg', 'https://example.com/2.jpg'];
  await moderation.call('PUT', '/user/perfil', bia.headers, { photos, about: 'bad words' });
  const [photo] = await list(`/user/${bia.id}/photos`, bia.headers);
  const removePhoto = (who: Person) =>
    moderation.act(who.id, 'remove-photo', { photo: String(photo?.['id']).toUpperCase() });
  assert.equal((await removePhoto(eva)).status, 404);
  const both = await Promise.all([removePhoto(bia), removePhoto(bia)]);
  assert.deepEqual(both.map(({ body }) => String(body['status'])).toSorted(), ['done', 'unchanged']);
  assert.equal((await list(`/user/${bia.id}/photos`, bia.headers)).length, 1);

  const removeText = (payload: Row, who = bia) => moderation.act(who.id, 'remove-text', payload);
  assert.equal((await removeText({ text: 'about' })).body['status'], 'done');
  assert.equal((await removeText({ text: 'about' })).body['status'], 'unchanged');
  assert.equal((await removeText({ text: 'about', reason: 'other' })).status, 404);
  assert.equal((await removeText({ text: 'name' })).body['status'], 'done');
  const profile = await get('/user/perfil', bia.headers);
  assert.deepEqual([profile['name'], profile['about']], ['—', '']);

  const { body: sent } = await moderation.call('POST', `/user/${bia.id}/chat/${ana.id}`, bia.headers, {
    message: 'insult',
  });
  const message = sent['id'];
  assert.equal(
    (await removeText({ text: 'message', message })).status,
    404,
    'staff can access only reported messages',
  );
  await report(ana, bia, { messages: [message] });
  assert.equal((await removeText({ text: 'message', message }, ana)).status, 404);
  assert.equal((await removeText({ text: 'message' })).body['errors'][0].field, 'message');
  assert.equal((await removeText({ text: 'message', message: 'x' })).status, 404);
  assert.equal((await removeText({ text: 'message', message })).body['status'], 'done');
  assert.equal((await removeText({ text: 'message', message })).body['status'], 'unchanged');
  for (const [who, other] of [
    [ana, bia],
    [bia, ana],
  ] as const) {
    const chat = await get(`/user/${who.id}/chat/${other.id}`, who.headers);
    assert.deepEqual([chat['messages'][0].message, chat['messages'][0].deleted], ['', true]);
    const { updates } = await get(`/user/${who.id}/updates?since=0`, who.headers);
    assert.ok(updates.some((update: Row) => update['type'] === 'message' && update['data'].deleted));
  }
  const [combination] = await list(`/user/${ana.id}/combinations`, ana.headers);
  assert.equal(combination?.['unreadQty'], 0);
  assert.deepEqual(
    (await noticesOf(bia)).map(({ kind, subject }) => [kind, subject]),
    [
      ['remove_text', message],
      ['remove_text', 'name'],
      ['remove_text', 'about'],
      ['remove_photo', photo?.['id']],
    ],
  );
  assert.deepEqual(await noticesOf(ana), []);
  assert.equal((await caseOf(bia))['reports'][0].messages[0].message, 'insult');
});

test('dismissed reports leave the queue without a notice to the user; keep_open keeps them', async () => {
  const [ana, bia] = await create(2);
  const reportId = await report(ana, bia);
  assert.equal((await moderation.act(bia.id, 'warn', { keep_open: true })).body['status'], 'done');
  assert.equal((await caseOf(bia))['open_reports'], 1);
  const foreign = await moderation.act(bia.id, 'dismiss', { reports: [reportId, newId()] });
  assert.equal(foreign.body['errors'][0].field, 'reports.1');
  assert.equal((await moderation.act(bia.id, 'dismiss', { reports: ['x'] })).status, 400);
  assert.equal((await moderation.act(bia.id, 'dismiss', { reports: [reportId] })).body['status'], 'done');
  assert.equal((await moderation.act(bia.id, 'dismiss')).body['status'], 'unchanged');
  assert.deepEqual(
    (await noticesOf(bia)).map(({ kind }) => kind),
    ['warn'],
  );
  const { updates } = await get(`/user/${bia.id}/updates?since=0`, bia.headers);
  assert.deepEqual(
    updates.map((update: Row) => [update['type'], update['data'].kind]),
    [['notice', 'warn']],
  );
  assert.equal((await list(`/staff/acts?user=${bia.id}`, clara)).length, 2);
});

test('of two concurrent decisions by staff one succeeds, and the other gets case_settled', async () => {
  const [ana, bia, eva] = await create(3);
  await report(ana, bia);
  const blind = await Promise.all([
    moderation.act(bia.id, 'warn', {}, clara),
    moderation.act(bia.id, 'suspend', { until: null }, rui),
  ]);
  assert.deepEqual(blind.map(({ status }) => String(status)).toSorted(), ['200', '409']);
  assert.equal(blind.find(({ status }) => status === 409)?.body['code'], 'case_settled');
  assert.equal((await list(`/staff/acts?user=${bia.id}`, clara)).length, 1);

  const reports = [await report(ana, eva)];
  const seen = await Promise.all([
    moderation.act(eva.id, 'warn', { reports }, clara),
    moderation.act(eva.id, 'hide', { reports }, rui),
  ]);
  assert.deepEqual(seen.map(({ status }) => String(status)).toSorted(), ['200', '409']);
  praca.clock.offsetMs += 120_000;
  assert.equal(
    (await moderation.act(eva.id, 'remove-text', { text: 'name', reports }, clara)).status,
    seen[0]?.status === 200 ? 200 : 409,
  );
  const anew = await moderation.act(bia.id, 'warn', { reason: 'later' }, rui);
  assert.equal(anew.body['status'], 'done', 'after a minute the acts no longer count as concurrent');
});

test('no act can be based on reports that another member of staff has settled', async () => {
  const [ana, bia] = await create(2);
  const reports = [await report(ana, bia)];
  await moderation.act(bia.id, 'dismiss', { reports }, rui);
  for (const [deed, payload] of [
    ['warn', {}],
    ['hide', {}],
    ['remove-photo', { photo: newId() }],
    ['remove-text', { text: 'about' }],
    ['suspend', { until: null }],
    ['dismiss', {}],
  ] as const) {
    const answer = await moderation.act(bia.id, deed, { ...payload, reports });
    assert.deepEqual([answer.status, answer.body['code']], [409, 'case_settled'], deed);
  }
  assert.deepEqual(await noticesOf(bia), []);
});

test('reports filed during a decision are either settled or open with their case', async () => {
  const everybody = await people.create(13);
  const [bia, ...reporters] = everybody as [Person, ...Person[]];
  await report(reporters[0] ?? bia, bia);
  await Promise.all([
    ...reporters.map((who) => report(who, bia, { reason: `of ${who.id}` })),
    moderation.act(bia.id, 'dismiss'),
    moderation.act(bia.id, 'dismiss', {}, rui),
  ]);
  const {
    open_reports: open,
    opened_at: openedAt,
    reports_qty: all,
    reporters_qty: distinct,
  } = await caseOf(bia);
  assert.equal(openedAt !== null, open > 0, `${open} open, case ${openedAt}`);
  assert.deepEqual([all, distinct], [13, 12]);
});

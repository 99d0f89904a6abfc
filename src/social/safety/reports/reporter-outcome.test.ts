import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import {
  openModeration,
  type Headers,
  type Json,
  type Moderation,
  type SignedIn,
} from '../../../../test/support/moderation.ts';
import { until } from '../../../../test/support/process.ts';

let praca: TestApp;
let moderation: Moderation;
let staff: Headers;
before(async () => {
  praca = await openSocialApp();
  await praca.runJobs();
  moderation = await openModeration(praca);
  staff = await moderation.staff('clara');
});
after(() => praca.close());

const get = async (path: string, headers: Headers): Promise<Json> => {
  const { status, body } = await moderation.call('GET', path, headers);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const post = async (path: string, headers: Headers, payload: Record<string, unknown> = {}): Promise<Json> => {
  const { status, body } = await moderation.call('POST', path, headers, payload);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const outcomesTold = async (person: SignedIn): Promise<Json[]> =>
  (await get(`/user/${person.id}/updates?since=0`, person.headers)).updates
    .filter((update: Json) => update.type === 'report')
    .map((update: Json) => update.data);
const mailsTo = async (address: string): Promise<{ subject: string; text: string }[]> => {
  const { body } = await praca.app.inject(`/mailbox/messages?to=${address}`).then((answer) => ({
    body: answer.json(),
  }));
  return body;
};
async function giveAddress(person: SignedIn, address: string, language = 'en'): Promise<void> {
  await praca.sql`
    update social.users set email = ${address}, language = ${language}, notify_alert = false where id = ${person.id}`;
}
const report = async (reporter: SignedIn, path: string, reason = 'r'): Promise<string> =>
  (await post(`/user/${reporter.id}/report/${path}`, reporter.headers, { reason })).id;

async function addEvent(name: string): Promise<number> {
  const startMs = praca.clock.nowMs() + 86_400_000;
  const event = await post('/staff/events', staff, {
    name,
    description: `All about ${name}`,
    category: 'Music',
    startDate: new Date(startMs).toISOString(),
    endDate: new Date(startMs + 3_600_000).toISOString(),
    location: { name: 'Praça', city: 'Recife' },
  });
  return event.id;
}

for (const [deed, payload, outcome, words] of [
  ['warn', {}, 'action_taken', 'We took action.'],
  ['suspend', { until: null }, 'action_taken', 'We took action.'],
  ['dismiss', {}, 'no_breach', 'We found no breach of our rules.'],
] as const) {
  test(`each reporter is notified of the outcome once, without the measure: ${deed}`, async () => {
    const [ana, bia, max] = await Promise.all(
      ['ana', 'bia', 'max'].map((name) => moderation.signIn(`${name}-${deed}`)),
    );
    assert.ok(ana && bia && max);
    await giveAddress(ana, `ana-${deed}@example.org`);
    const ids = [await report(ana, max.id, 'one'), await report(ana, max.id, 'two')];
    await report(bia, max.id);
    assert.deepEqual(
      (await get(`/user/${ana.id}/reports`, ana.headers)).map((one: Json) => [one.id, one.outcome]),
      ids.toReversed().map((id) => [id, null]),
    );
    await moderation.act(max.id, deed, { reason: 'secret measure', ...payload });
    const told = await outcomesTold(ana);
    assert.deepEqual(told.length, 1);
    assert.deepEqual([told[0].outcome, told[0].reports.toSorted()], [outcome, ids.toSorted()]);
    assert.equal((await outcomesTold(bia)).length, 1);
    assert.deepEqual(await outcomesTold(ana), told);
    const listed = await get(`/user/${ana.id}/reports`, ana.headers);
    for (const one of listed) {
      assert.deepEqual([one.outcome, one.user_id, one.name], [outcome, max.id, `max-${deed}`]);
      assert.ok(one.closed_at);
    }
    await until(async () => (await mailsTo(`ana-${deed}@example.org`)).length > 0, 'the mail');
    const mails = await mailsTo(`ana-${deed}@example.org`);
    assert.equal(mails.length, 1, 'alerts turned off do not suppress it');
    assert.ok(mails[0]?.text.includes(words), mails[0]?.text);
    assert.ok(!JSON.stringify([told, listed, mails]).includes('secret measure'));
    assert.ok(!mails[0]?.text.includes('max'));
  });
}

test('a user sees only reports by that user, page by page', async () => {
  const [eva, leo] = [await moderation.signIn('eva'), await moderation.signIn('leo')];
  for (const reason of ['1', '2', '3']) await report(eva, leo.id, reason);
  const first = await moderation.call('GET', `/user/${eva.id}/reports?limit=2`, eva.headers);
  assert.deepEqual(
    first.body.map((one: Json) => one.reason),
    ['3', '2'],
  );
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
  const { pathname, search } = new URL(next, 'http://x');
  const second = await get(`${pathname.replace('/social', '')}${search}`, eva.headers);
  assert.deepEqual(
    second.map((one: Json) => one.reason),
    ['1'],
  );
  assert.deepEqual(await get(`/user/${leo.id}/reports`, leo.headers), []);
  assert.equal((await moderation.call('GET', `/user/${eva.id}/reports`, leo.headers)).status, 403);
});

test('an event is reported with a copy, waits for staff, and the reporter is notified of the outcome', async () => {
  const gil = await moderation.signIn('gil');
  await giveAddress(gil, 'gil@example.org', 'de');
  const event = await addEvent('Fake party');
  const [id, again] = await Promise.all([
    report(gil, `event/${event}`, 'They take money'),
    report(gil, `event/${event}`, 'They take money'),
  ]);
  assert.equal(id, again, 'a double click gives the same report');
  await moderation.call('PUT', `/staff/events/${event}`, staff, { name: 'Other', description: 'Other' });
  const open = (await get('/staff/reports', staff)).find((one: Json) => one.id === id);
  assert.deepEqual(
    [open.event_id, open.reported_id, open.reported_name, open.reason],
    [event, null, 'Fake party', 'They take money'],
  );
  await post(`/staff/reports/${id}/close`, staff, { outcome: 'action_taken', note: 'secret note' });
  assert.deepEqual(await outcomesTold(gil), [{ reports: [id], outcome: 'action_taken' }]);
  const [own] = await get(`/user/${gil.id}/reports`, gil.headers);
  assert.deepEqual(
    [own.event_id, own.user_id, own.name, own.outcome],
    [event, null, 'Fake party', 'action_taken'],
  );
  await until(async () => (await mailsTo('gil@example.org')).length > 0, 'the mail');
  assert.match((await mailsTo('gil@example.org'))[0]?.text ?? '', /Wir haben etwas unternommen\./);
  const twice = await moderation.call('POST', `/staff/reports/${id}/close`, staff, {});
  assert.equal(twice.status, 404);
});

test('only existing events can be reported, in the caller’s own name and with a reason', async () => {
  const [rui, lia] = [await moderation.signIn('rui'), await moderation.signIn('lia')];
  const event = await addEvent('Party');
  const tryTo = async (path: string, payload: Record<string, unknown>, headers: Headers) =>
    (await moderation.call('POST', path, headers, payload)).status;
  const reason = { reason: 'r' };
  assert.deepEqual(
    [
      await tryTo(`/user/${rui.id}/report/event/999999`, reason, rui.headers),
      await tryTo(`/user/${rui.id}/report/event/x`, reason, rui.headers),
      await tryTo(`/user/${rui.id}/report/event/${event}`, {}, rui.headers),
      await tryTo(`/user/${rui.id}/report/event/${event}`, { reason: 'r', category: 7 }, rui.headers),
      await tryTo(`/user/${rui.id}/report/event/${event}`, reason, lia.headers),
    ],
    [404, 404, 400, 400, 403],
  );
  assert.deepEqual(await get(`/user/${rui.id}/reports`, rui.headers), []);
});

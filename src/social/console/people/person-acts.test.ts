import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  listRecorded,
  openConsoleApp,
  signIn,
  staffAs,
  type Visitor,
} from '../../../../test/support/console.ts';
import { openModeration, type Moderation } from '../../../../test/support/moderation.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

const hostile = `<img src=x onerror="alert(1)">'"&{name}`;

let praca: TestApp;
let people: People;
let moderation: Moderation;
/** Two moderators and a viewer. */
let clara: Visitor;
let rui: Visitor;
let viewer: Visitor;
before(async () => {
  praca = await openConsoleApp();
  people = await openPeople(praca);
  moderation = await openModeration(praca);
  const enter = async (role: 'moderator' | 'viewer', email: string) =>
    signIn(praca, (await createPerson(praca, [staffAs(role)], { email })).email);
  clara = await enter('moderator', 'clara@example.com');
  rui = await enter('moderator', 'rui@example.com');
  viewer = await enter('viewer', 'vera@example.com');
});
after(() => praca.close());

const create = async (count: number) => (await people.create(count)) as [Person, Person, Person];
const report = async (who: Person, whom: Person, payload: Record<string, unknown> = {}): Promise<string> =>
  (
    await moderation.call('POST', `/user/${who.id}/report/${whom.id}`, who.headers, {
      reason: 'rude',
      ...payload,
    })
  ).body['id'];
const pageOf = (whom: Person) => `/console/staff/social/people/${whom.id}`;
const noticesOf = async (whom: Person) =>
  (await moderation.call('GET', `/user/${whom.id}/notices`, whom.headers)).body as {
    kind: string;
    reason: string;
    until: string | null;
  }[];
const actsOn = async (whom: Person) =>
  (await listRecorded(praca)).filter(({ subject }) => subject === whom.id).map(({ act }) => act);

test('a report shows its copied content, its reporter and earlier decisions, and escapes all foreign text', async () => {
  const [ana, bia] = await create(2);
  const [photo, message] = [await addPhoto(bia), await writeTo(ana, bia)];
  await praca.sql`update social.users set name = ${hostile}, about = ${hostile} where id = any(${[ana.id, bia.id]}::uuid[])`;
  const id = await report(ana, bia, {
    reason: hostile,
    category: hostile.slice(0, 30),
    messages: [message],
    photo,
  });
  await praca.sql`update social.users set about = 'changed since' where id = ${bia.id}`;
  const queue = await clara.get('/console/staff/social/reports');
  const page = await clara.get(pageOf(bia));
  for (const { body } of [queue, page]) {
    assert.doesNotMatch(body, /<img src=x/);
    assert.match(body, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;/);
  }
  assert.match(queue.body, new RegExp(`/console/staff/social/people/${bia.id}`));
  assert.match(page.body, /Meet me at the square/);
  assert.match(page.body, /The profile, as it was then/);
  assert.match(page.body, new RegExp(`href="/console/staff/social/people/${ana.id}"`));
  for (const path of [`/console/staff/social/reports/${id}/photo`, `/console/staff/social/photos/${photo}`]) {
    assert.ok(page.body.includes(path), path);
    const image = await viewer.get(path);
    assert.deepEqual(
      [image.status, image.headers['content-type'], image.headers['cache-control']],
      [200, 'image/webp', 'private, no-store'],
    );
    assert.match(String(image.headers['content-security-policy']), /sandbox/);
    assert.match(String(image.headers['content-disposition']), /^inline/);
    const support = await signIn(praca, (await createPerson(praca, [staffAs('support')])).email);
    assert.equal((await support.get(path)).status, 403, 'only for those who moderate or look');
  }
  assert.equal(
    (await praca.app.inject(`/console/staff/social/photos/${photo}`)).statusCode,
    303,
    'requires a sign-in',
  );
  const seen = await viewer.get(pageOf(bia));
  assert.equal(seen.status, 200);
  assert.ok(!seen.body.includes(`action="${pageOf(bia)}/`), 'a viewer has no buttons');
  assert.equal((await viewer.post(`${pageOf(bia)}/warn`, { reason: 'x' })).status, 403);
});

test('the queue has filters for automatically hidden people, appeals and settled cases', async () => {
  const [ana, bia, caio] = await create(3);
  await praca.sql`update social.users set name = 'Hidden H.' where id = ${bia.id}`;
  await praca.sql`update social.users set name = 'Appealing A.' where id = ${caio.id}`;
  await report(ana, bia);
  await praca.sql`
    with act as (insert into social.moderation_acts (id, user_id, kind, reason, created_at)
      values (gen_random_uuid(), ${bia.id}, 'hide', '', now()) returning id)
    update social.users set hidden_by = (select id from act) where id = ${bia.id}`;
  await moderation.act(caio.id, 'hide');
  await moderation.call('POST', `/user/${caio.id}/appeal`, caio.headers, { text: 'I was polite' });
  const namesIn = async (only: string) => {
    const { body } = await clara.get(`/console/staff/social/reports?only=${only}`);
    return [/Hidden H\./, /Appealing A\./].map((name) => name.test(body));
  };
  assert.deepEqual(await namesIn(''), [true, true]);
  assert.deepEqual(await namesIn('hidden'), [true, false]);
  assert.deepEqual(await namesIn('appeals'), [false, true]);
  assert.deepEqual(await namesIn('settled'), [false, false]);
  const dismissed = await clara.post(`${pageOf(bia)}/dismiss`, { note: 'nothing' });
  assert.equal(dismissed.status, 303);
  assert.deepEqual(await namesIn('hidden'), [false, false], 'staff have looked');
  assert.deepEqual(await namesIn('settled'), [true, false]);
  assert.equal((await clara.get('/console/staff/social/reports?cursor=x')).status, 400);
});

test('a report of harassment is the first task of a moderator, and no task of a viewer', async () => {
  const [ana, bia, caio] = await create(3);
  await praca.sql`update social.users set name = 'Spamming S.' where id = ${bia.id}`;
  await praca.sql`update social.users set name = 'Harassing H.' where id = ${caio.id}`;
  await report(ana, bia, { category: 'spam' });
  await report(ana, caio, { category: 'harassment' });
  const { body } = await clara.get('/console/staff');
  assert.doesNotMatch(body, /Nothing needs attention/);
  const [grave, plain] = [
    body.indexOf('Report about Harassing H.'),
    body.indexOf('Report about Spamming S.'),
  ];
  assert.ok(grave > 0 && plain > grave, `${grave} and ${plain}`);
  assert.match(body.slice(grave), /Danger to a person.*?<time/s);
  assert.ok(body.slice(grave, plain).includes(`href="${pageOf(caio)}"`), 'its action');
  assert.match(body, /<span>Reports<\/span><b class="count"/);
  const seen = (await viewer.get('/console/staff')).body;
  assert.doesNotMatch(seen, /Harassing H\.|class="count"/);
  for (const whom of [bia, caio]) await clara.post(`${pageOf(whom)}/dismiss`, { note: 'nothing' });
  assert.doesNotMatch((await clara.get('/console/staff')).body, /Harassing H\.|Spamming S\./);
});

test('a notice about a decision is in the person’s language, and the decision is in the audit record', async () => {
  const [ana, bia] = await create(2);
  await praca.sql`update social.users set language = 'pt' where id = ${bia.id}`;
  const reports = await report(ana, bia, { category: 'spam' });
  const done = await clara.post(`${pageOf(bia)}/warn`, {
    prepared: 'spam',
    reason: 'Por favor.',
    note: 'first',
    reports,
  });
  assert.deepEqual([done.status, done.location], [303, `${pageOf(bia)}?done=user.warned`]);
  const shown = await clara.get(done.location);
  assert.match(shown.body, /Person warned/);
  assert.match(shown.body, /by clara@example\.com/);
  const [notice] = await noticesOf(bia);
  assert.match(notice?.reason ?? '', /^Você enviou propaganda .*\n\nPor favor\.$/);
  assert.deepEqual(await actsOn(bia), ['user.warned']);
  const again = await clara.post(`${pageOf(bia)}/warn`, { prepared: 'spam', reason: 'Por favor.', reports });
  assert.equal(again.status, 200, 'a second click');
  assert.match(again.body, /This was already done/);
  assert.equal((await noticesOf(bia)).length, 1);
  assert.deepEqual(await actsOn(bia), ['user.warned'], 'what was not done is not on record');
  const empty = await clara.post(`${pageOf(bia)}/warn`, { prepared: '', reason: ' ' });
  assert.equal(empty.status, 400);
  assert.match(empty.body, /Reason, shown to the person: must not be empty/);
  const german = await clara.get('/console/me?lang=de');
  assert.equal(german.status, 200);
  const refused = await clara.post(`${pageOf(bia)}/suspend`, { prepared: 'spam', until: '2020-01-01' });
  assert.match(refused.body, /Wie lange: muss in der Zukunft liegen/);
  // From an older page, whose end times differ from those of the current page.
  const chosen = new Date(praca.clock.nowMs() + 30 * 86_400_000 - 61_000).toISOString();
  const kept = await clara.post(`${pageOf(bia)}/suspend`, { prepared: '', reason: ' ', until: chosen });
  assert.equal(kept.status, 400);
  assert.match(kept.body, new RegExp(`<option value="${chosen}" selected>30 `));
  await clara.get('/console/me?lang=en');
});

test('if two moderators decide at once, the second is refused and sees the first decision', async () => {
  const [ana, bia] = await create(2);
  const reports = await report(ana, bia);
  const [one, other] = await Promise.all([
    clara.post(`${pageOf(bia)}/warn`, { prepared: 'rules', reports }),
    rui.post(`${pageOf(bia)}/hide`, { prepared: 'rules', reports }),
  ]);
  assert.deepEqual(
    [one.status, other.status].toSorted((a, b) => a - b),
    [303, 400],
  );
  const late = one.status === 400 ? one : other;
  assert.match(late.body, /Another member of staff has settled this/);
  assert.match(late.body, /by (?:clara|rui)@example\.com/, 'the page shows what was done');
  assert.equal((await noticesOf(bia)).length, 1);
  assert.equal((await actsOn(bia)).length, 1);
  const closed = await rui.post(`${pageOf(bia)}/close-report`, { report: reports });
  assert.match(closed.body, /member of staff has settled this/);
});

test('a suspension shows its end and frees seats, can be lifted, and an appeal is answered once', async () => {
  const [ana, bia] = await create(2);
  const reports = await report(ana, bia);
  const until = new Date(praca.clock.nowMs() + 7 * 86_400_000).toISOString();
  const suspend = () => clara.post(`${pageOf(bia)}/suspend`, { prepared: 'rules', until, reports });
  const [first, second] = [await suspend(), await suspend()];
  assert.deepEqual(
    [first.status, second.status],
    [303, 200],
    'the end stands in the page: a second click is none',
  );
  const [line] = await praca.sql<{ detail: object }[]>`
    select detail from platform.console_audit where subject = ${bia.id}`;
  assert.deepEqual(line?.detail, { until });
  assert.match((await clara.get(pageOf(bia))).body, /Lift the suspension/);
  await praca.sql`
    insert into social.appeals (id, user_id, act_id, body, created_at)
    select gen_random_uuid(), id, suspended_by, 'I am sorry', now() from social.users where id = ${bia.id}`;
  const [appeal] = await praca.sql<{ id: string }[]>`select id from social.appeals where user_id = ${bia.id}`;
  assert.match((await clara.get(pageOf(bia))).body, /I am sorry/);
  const ofAnother = await clara.post(`${pageOf(ana)}/accept-appeal`, {
    appeal: appeal?.id ?? '',
    prepared: 'changed',
  });
  assert.equal(ofAnother.status, 404);
  const [accepted, refused] = await Promise.all([
    clara.post(`${pageOf(bia)}/accept-appeal`, { appeal: appeal?.id ?? '', prepared: 'changed' }),
    rui.post(`${pageOf(bia)}/refuse-appeal`, { appeal: appeal?.id ?? '', prepared: 'stays' }),
  ]);
  assert.deepEqual(
    [accepted.status, refused.status].toSorted((a, b) => a - b),
    [303, 400],
  );
  const late = accepted.status === 400 ? accepted : refused;
  assert.match(late.body, /decided this appeal differently/);
  const lifted = await clara.post(`${pageOf(bia)}/lift`, { prepared: 'changed' });
  assert.equal(lifted.status, accepted.status === 303 ? 200 : 303);
  const [row] = await praca.sql<{ free: boolean }[]>`
    select suspended_until < now() as free from social.users where id = ${bia.id}`;
  assert.equal(row?.free, true);
  // A recent decision of another moderator would refuse this one.
  praca.clock.offsetMs += 120_000;
  const good = await clara.post(`${pageOf(bia)}/suspend`, { prepared: 'minor', until: 'good' });
  assert.equal(good.status, 303);
  assert.match((await clara.get(pageOf(bia))).body, /for good/);
});

test('a moderator removes a photo and texts, hides and unhides, grants premium, and closes one report', async () => {
  const [ana, bia] = await create(2);
  const [photo, message] = [await addPhoto(bia), await writeTo(bia, ana)];
  const [one] = [
    await report(ana, bia, { photo, messages: [message] }),
    await report(ana, bia, { reason: 'again' }),
  ];
  const post = async (act: string, fields: Record<string, string>) =>
    (await clara.post(`${pageOf(bia)}/${act}`, { prepared: 'rules', keep_open: 'yes', ...fields })).status;
  assert.equal(await post('close-report', { report: one }), 303);
  assert.equal(await post('remove-photo', { photo }), 303);
  assert.equal(await post('remove-photo', { photo }), 200);
  assert.equal(await post('remove-text', { text: message }), 303);
  assert.equal(await post('remove-text', { text: 'name' }), 303);
  assert.equal(await post('remove-text', { text: 'nonsense' }), 404);
  assert.equal(await post('hide', {}), 303);
  assert.equal(await post('unhide', { prepared: 'changed' }), 303);
  assert.equal(await post('premium', { is_premium: 'yes' }), 303);
  assert.match((await clara.get(pageOf(bia))).body, /End premium/);
  assert.deepEqual(await actsOn(bia), [
    'report.closed',
    'photo.removed',
    'text.removed',
    'text.removed',
    'user.hidden',
    'user.unhidden',
    'premium.changed',
  ]);
  assert.match((await clara.get(pageOf(bia))).body, /Open report/, 'more was to come');
  assert.equal((await clara.get('/console/staff/social/people/1')).status, 404);
});

async function addPhoto(whom: Person): Promise<string> {
  const payload = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const answer = await praca.app.inject({
    method: 'POST',
    url: `/social/user/${whom.id}/photos`,
    headers: { ...whom.headers, 'content-type': 'image/png' },
    payload,
  });
  return answer.json<{ id: string }>().id;
}

async function writeTo(who: Person, whom: Person): Promise<string> {
  await people.combine(who, whom);
  const answer = await moderation.call('POST', `/user/${who.id}/chat/${whom.id}`, who.headers, {
    message: 'Meet me at the square',
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body['id'];
}

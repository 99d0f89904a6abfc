import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { newId } from '../../../platform/ids.ts';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openModeration, type Moderation } from '../../../../test/support/moderation.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
let moderation: Moderation;
before(async () => {
  praca = await openSocialApp({ settings: { HIDE_AFTER_REPORTERS: '3' } });
  people = await openPeople(praca);
  moderation = await openModeration(praca);
});
after(() => praca.close());

const create = (count: number) => people.create(count);
const report = (who: Person, whom: { id: string }, payload: Record<string, unknown>) =>
  moderation.call('POST', `/user/${who.id}/report/${whom.id}`, who.headers, payload);
const say = async (who: Person, whom: Person, message: string): Promise<string> => {
  const { body } = await moderation.call('POST', `/user/${who.id}/chat/${whom.id}`, who.headers, { message });
  return body['id'];
};
const caseOf = async (whom: { id: string }) =>
  (await moderation.call('GET', `/staff/users/${whom.id}/case`, await moderation.staff('clara'))).body;
const feedIds = async (who: Person): Promise<string[]> => {
  const { body } = await moderation.call('GET', '/user/feed?limit=200', who.headers);
  return (body as { id: string }[]).map((card) => card.id);
};

async function givePhotos(who: Person): Promise<{ id: string; url: string }[]> {
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const photos = [picture.toString('base64'), 'https://example.com/elsewhere.jpg'];
  await moderation.call('PUT', '/user/perfil', who.headers, { photos, about: 'samba 💃' });
  const { body } = await moderation.call('GET', `/user/${who.id}/photos`, who.headers);
  return body as { id: string; url: string }[];
}

test('a report keeps its copy after the content is deleted, removed or renamed, and after a dislike or block', async () => {
  const [ana, bia] = (await create(2)) as [Person, Person];
  await people.combine(ana, bia);
  const theirs = await say(bia, ana, 'words to be reported 🤬');
  const mine = await say(ana, bia, 'please stop');
  const [stored, elsewhere] = await givePhotos(bia);
  const first = await report(ana, bia, {
    reason: 'she insults me 😢',
    category: ' Harassment ',
    messages: [theirs, mine, theirs.toUpperCase()],
    photo: stored?.id,
  });
  assert.deepEqual([first.status, first.body['status']], [200, 'reported']);
  await report(ana, bia, { reason: 'and this', photo: elsewhere?.id });

  await moderation.call('DELETE', `/user/${bia.id}/chat/${ana.id}/${theirs}`, bia.headers);
  await moderation.call('PUT', '/user/perfil', bia.headers, { name: 'Innocent', about: '', photos: [] });
  await moderation.call('POST', `/user/dislike/${ana.id}`, bia.headers);
  await moderation.call('GET', `/user/block/${bia.id}`, ana.headers);

  const { reports, user, open_reports: open, open_reporters: reporters, categories } = await caseOf(bia);
  assert.deepEqual([user.name, user.about, open, reporters], ['Innocent', '', 2, 1]);
  assert.deepEqual(categories, { harassment: 1, other: 1 });
  const [second, copied] = reports;
  assert.deepEqual(
    [copied.id, copied.reporter_id, copied.category, copied.reason, copied.about],
    [first.body['id'], ana.id, 'harassment', 'she insults me 😢', 'samba 💃'],
  );
  assert.match(copied.name, /^Person/);
  assert.deepEqual(
    copied.messages.map((message: { from: string; message: string }) => [message.from, message.message]),
    [
      ['reported', 'words to be reported 🤬'],
      ['reporter', 'please stop'],
    ],
  );
  assert.deepEqual(second.photo, { id: elsewhere?.id, url: 'https://example.com/elsewhere.jpg' });
  assert.equal(copied.photo.id, stored?.id);
  const path = new URL(copied.photo.url).pathname;
  const clara = await moderation.staff('clara');
  const picture = await praca.app.inject({ url: path, headers: clara });
  assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/webp']);
  assert.equal((await sharp(picture.rawPayload).metadata()).width, 20);
  assert.equal((await praca.app.inject({ url: path, headers: ana.headers })).statusCode, 401);
  assert.equal((await moderation.call('GET', '/staff/reports/x/photo', clara)).status, 404);
  assert.equal((await moderation.call('GET', `/staff/reports/${second.id}/photo`, clara)).status, 404);
});

test('the photo of a card can be reported by its address or name, and removed by the id in the report', async () => {
  const [ana, bia] = (await create(2)) as [Person, Person];
  const draw = async (background: string) =>
    (
      await sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
    ).toString('base64');
  const [shared, other] = [await draw('#c33'), await draw('#33c')];
  await moderation.call('PUT', '/user/perfil', bia.headers, {
    perfil_photo: shared,
    photos: [other, shared],
  });
  const card = async () => (await moderation.call('GET', `/user/${bia.id}/card`, ana.headers)).body;
  const { image, thumb } = await card();
  const name = new URL(image).pathname.split('/').at(-1);
  for (const photo of [image, thumb, name])
    assert.equal((await report(ana, bia, { reason: `see ${photo}`, photo })).status, 200);
  const clara = await moderation.staff('clara');
  const { reports } = await caseOf(bia);
  assert.equal(new Set(reports.map(({ photo }: { photo: { id: string } }) => photo.id)).size, 1);
  const url = new URL(reports[0].photo.url).pathname;
  const removed = await moderation.act(bia.id, 'remove-photo', { photo: reports[0].photo.id });
  assert.equal(removed.body['status'], 'done');
  const left = await card();
  assert.equal(left.photos.length, 1, 'the same picture is removed from the list as well');
  assert.equal(left.image, left.photos[0].url);
  assert.equal((await praca.app.inject({ url, headers: clara })).statusCode, 200, 'its copy stays');
  for (const gone of [image, `${praca.platform.publicUrl}/social/portraits/${bia.id}.svg`])
    assert.equal((await report(ana, bia, { reason: 'x', photo: gone })).body['errors'][0].field, 'photo');
});

test('rejects ids of other users with the field name and the same words as unknown ids', async () => {
  const [ana, bia, eva, rui] = (await create(4)) as [Person, Person, Person, Person];
  await people.combine(ana, bia);
  await people.combine(bia, eva);
  const own = await say(ana, bia, 'ours');
  const foreign = await say(bia, eva, 'theirs');
  const [photo] = await givePhotos(eva);
  const [hidden] = await givePhotos(rui);
  await moderation.call('GET', `/user/block/${ana.id}`, rui.headers);
  const refused = async (whom: Person, payload: Record<string, unknown>, field: string) => {
    const { status, body } = await report(ana, whom, { reason: 'x', ...payload });
    assert.deepEqual([status, body['errors']?.[0]?.field], [400, field]);
    return body['errors'][0];
  };
  const nobody = await refused(bia, { messages: [own, newId()] }, 'messages.1');
  assert.deepEqual(await refused(bia, { messages: [own, foreign] }, 'messages.1'), nobody);
  assert.deepEqual(await refused(bia, { messages: [own, 'x'] }, 'messages.1'), nobody);
  const noPhoto = await refused(bia, { photo: newId() }, 'photo');
  assert.deepEqual(await refused(bia, { photo: photo?.id }, 'photo'), noPhoto);
  assert.deepEqual(await refused(bia, { photo: 'x' }, 'photo'), noPhoto);
  assert.deepEqual(
    await refused(rui, { photo: hidden?.id }, 'photo'),
    noPhoto,
    'a user with a block is not visible',
  );
  const many = Array.from({ length: 51 }, () => own);
  assert.equal((await report(ana, bia, { reason: 'x', messages: many })).status, 400);
  assert.equal((await caseOf(bia))['open_reports'], 0, 'a refused report leaves nothing');
  await moderation.call('GET', `/user/block/${eva.id}`, ana.headers);
  assert.equal(
    (await report(ana, eva, { reason: 'x', photo: photo?.id })).status,
    200,
    'the reporter’s own block',
  );
  await moderation.call('DELETE', `/user/${ana.id}/chat/${bia.id}/ALL`, ana.headers);
  await refused(bia, { messages: [own] }, 'messages.0');
  const said = await say(bia, ana, 'before she left');
  await moderation.call('POST', `/user/dislike/${ana.id}`, bia.headers);
  const late = await report(ana, bia, { reason: 'she left', messages: [said] });
  assert.equal(late.status, 200, 'a chat that the other has closed can still be reported');
  assert.equal((await caseOf(bia))['reports'][0].messages[0].message, 'before she left');
});

test('requests of older clients still work, and a double click gives the same report', async () => {
  const [ana, bia] = (await create(2)) as [Person, Person];
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(ana, bia, { reason: 'rude' })));
  assert.equal(new Set(answers.map(({ body }) => body['id'])).size, 1);
  assert.deepEqual(Object.keys(answers[0]?.body ?? {}).toSorted(), ['id', 'status']);
  const other = await report(ana, bia, { reason: 'rude', category: 'spam' });
  assert.notEqual(other.body['id'], answers[0]?.body['id']);
  const { open_reports: open, reports } = await caseOf(bia);
  assert.deepEqual([open, reports.at(-1).category], [2, 'other']);
  assert.equal((await report(ana, ana, { reason: 'x' })).body['code'], 'own_user');
  assert.equal((await report(ana, { id: newId() }, { reason: 'x' })).status, 404);
  assert.equal((await report(ana, { id: 'nobody' }, { reason: 'x' })).status, 404);
  const foreign = await moderation.call('POST', `/user/${bia.id}/report/${ana.id}`, ana.headers, {
    reason: 'x',
  });
  assert.equal(foreign.status, 403);
});

test('enough different reporters, but not repeated reports by one, hide a user until a review', async () => {
  const [bia, ...reporters] = (await create(5)) as [Person, ...Person[]];
  const [one, two, three, looker] = reporters as [Person, Person, Person, Person];
  for (const reason of ['a', 'b', 'c', 'd']) await report(one, bia, { reason });
  assert.ok((await feedIds(looker)).includes(bia.id));
  await Promise.all([report(two, bia, { reason: 'a' }), report(three, bia, { reason: 'a' })]);
  assert.ok(!(await feedIds(looker)).includes(bia.id));
  assert.equal((await caseOf(bia))['user'].hidden_by, 'reports');
  await people.combine(looker, bia);
  assert.ok(!(await feedIds(looker)).includes(bia.id), 'nor among the combined users at its end');
  const combinations = await moderation.call('GET', `/user/${looker.id}/combinations`, looker.headers);
  assert.deepEqual(
    (combinations.body as { id: string }[]).map(({ id }) => id),
    [bia.id],
  );
  const notices = await moderation.call('GET', `/user/${bia.id}/notices`, bia.headers);
  assert.deepEqual(
    (notices.body as { kind: string }[]).map(({ kind }) => kind),
    ['hide'],
  );
  for (const { id } of [one, two, three]) assert.ok(!JSON.stringify(notices.body).includes(id));

  assert.equal((await moderation.act(bia.id, 'dismiss', { note: 'a feud' })).body['status'], 'done');
  assert.ok((await feedIds(three)).includes(bia.id));
  assert.equal((await caseOf(bia))['user'].hidden_by, null);
  await report(one, bia, { reason: 'e' });
  await report(two, bia, { reason: 'e' });
  assert.ok((await feedIds(three)).includes(bia.id), 'those that staff dismissed do not count again');
  await report(three, bia, { reason: 'e' });
  assert.ok(!(await feedIds(three)).includes(bia.id));
  const clara = await moderation.staff('clara');
  for (const { id } of (await caseOf(bia))['reports'].slice(0, 3))
    await moderation.call('POST', `/staff/reports/${id}/close`, clara, { note: '' });
  assert.ok((await feedIds(three)).includes(bia.id), 'staff have reviewed each report');
  assert.equal((await caseOf(bia))['opened_at'], null);
});

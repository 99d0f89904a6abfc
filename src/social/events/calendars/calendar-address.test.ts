import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { assertHidden, storedText } from '../../../../test/support/stored-text.ts';

let praca: TestApp;
let people: People;
let ana: Person;
let bia: Person;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  [ana, bia] = (await people.create(2)) as [Person, Person];
  const startMs = praca.clock.nowMs() + 86_400_000;
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: await people.staffHeaders(),
    payload: {
      name: 'Samba 🥁',
      category: 'Música',
      startDate: new Date(startMs).toISOString(),
      endDate: new Date(startMs + 3_600_000).toISOString(),
      location: { name: 'Praça', city: 'Recife' },
    },
  });
  const confirmed = await praca.app.inject({
    method: 'POST',
    url: `/social/event/${created.json().id}/confirm/${ana.id}`,
    headers: ana.headers,
  });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
});
after(() => praca.close());

async function make(who: Person): Promise<string> {
  const answer = await praca.app.inject({
    method: 'POST',
    url: '/social/user/calendar',
    headers: who.headers,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const { url } = answer.json<{ url: string }>();
  assert.ok(url.startsWith(`${praca.platform.publicUrl}/social/events.ics?key=`));
  return url.slice(praca.platform.publicUrl.length);
}
const revoke = (who: Person) =>
  praca.app.inject({ method: 'DELETE', url: '/social/user/calendar', headers: who.headers });

test('a calendar address shows the user’s events without a token and does not expire', async () => {
  const address = await make(ana);
  praca.clock.offsetMs += 2 * 3_600_000;
  const answer = await praca.app.inject(address);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['content-type'], 'text/calendar; charset=utf-8');
  assert.match(answer.body, /SUMMARY:Samba 🥁/);
  // An expired token sent by a calendar program is ignored.
  assert.equal((await praca.app.inject({ url: address, headers: ana.headers })).statusCode, 200);
  praca.clock.offsetMs -= 2 * 3_600_000;
  const others = await praca.app.inject(await make(bia));
  assert.equal(others.statusCode, 200, others.body);
  assert.match(others.body, /BEGIN:VCALENDAR/);
  assert.doesNotMatch(others.body, /Samba/);
});

test('revoked, replaced and unknown addresses get the same answer', async () => {
  const first = await make(ana);
  const second = await make(ana);
  assert.notEqual(first, second);
  assert.equal((await praca.app.inject(second)).statusCode, 200);
  for (let turn = 0; turn < 2; turn++) {
    const revoked = await revoke(ana);
    assert.deepEqual([revoked.statusCode, revoked.json()], [200, { status: 'revoked' }]);
  }
  for (const address of [
    first,
    second,
    '/social/events.ics?key=nobody',
    '/social/events.ics?key=%F0%9F%A5%81',
  ]) {
    const answer = await praca.app.inject(address);
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], address);
  }
  const missing = await praca.app.inject('/social/events.ics');
  assert.deepEqual([missing.statusCode, missing.json().errors[0].field], [400, 'key']);
});

test('the key of a calendar address is not accepted as a token', async () => {
  const key = (await make(ana)).split('key=')[1] ?? '';
  for (const url of [`/social/user/perfil?access_token=${key}`, `/social/user/perfil?key=${key}`])
    assert.equal((await praca.app.inject(url)).statusCode, 401);
});

test('concurrent requests for an address leave exactly one that works', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => make(ana)));
  const answers = await Promise.all(made.map((address) => praca.app.inject(address)));
  assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 1);
});

test('the key is neither in the database nor in the log', async () => {
  const address = await make(ana);
  const key = address.split('key=')[1] ?? '';
  await praca.app.inject(address);
  const hash = createHash('sha256').update(key).digest('hex');
  assertHidden(await storedText(praca.sql, 'social'), [key], [ana.id, hash]);
  assertHidden(praca.log.join(''), [key], ['/social/events.ics']);
});

test('deleting the user revokes the address permanently, even if the user returns', async () => {
  const [cai] = (await people.create(1)) as [Person];
  const address = await make(cai);
  await praca.app.inject({ method: 'POST', url: `/social/user/${cai.id}/delete`, headers: cai.headers });
  assert.equal((await praca.app.inject(address)).statusCode, 404);
  await praca.sql`update social.users set deleted_at = null where id = ${cai.id}`;
  assert.equal((await praca.app.inject(address)).statusCode, 404);
});

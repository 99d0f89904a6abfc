import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { exportUser } from './export-user.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

async function signIn(loginId: string): Promise<{ token: string; refresh: string; id: string }> {
  const tokens = (
    await praca.app.inject({ method: 'POST', url: `/social/oauth/token?user_id=${loginId}&name=Ana` })
  ).json();
  const session = await praca.app.inject(`/social/oauth/session?access_token=${tokens.access_token}`);
  return { token: tokens.access_token, refresh: tokens.refresh_token, id: session.json().user_id };
}
const get = (path: string, token: string) =>
  praca.app.inject({ url: `/social${path}`, headers: { authorization: `Bearer ${token}` } });

const minuteMs = 60_000;

test('an export needs a sign-in within the last 15 minutes; a refreshed token does not count as one', async () => {
  const ana = await signIn('export-recent');
  const askExport = (token: string) => get(`/user/${ana.id}/export`, token);
  praca.clock.offsetMs += 14 * minuteMs;
  assert.equal((await askExport(ana.token)).statusCode, 200);
  praca.clock.offsetMs += 2 * minuteMs;
  const refreshed = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    payload: { grant_type: 'refresh_token', refresh_token: ana.refresh },
  });
  for (const token of [ana.token, refreshed.json<{ access_token: string }>().access_token]) {
    const answer = await askExport(token);
    assert.deepEqual(
      [answer.statusCode, answer.json().code, answer.json().detail],
      [403, 'recent_sign_in_required', 'Sign in again, and request the export within 15 minutes.'],
    );
    assert.equal(answer.headers['content-disposition'], undefined);
  }
  assert.equal((await askExport((await signIn('export-recent')).token)).statusCode, 200);
});

test('the 15 minutes begin at the time of authentication that the ID token states', async () => {
  const ana = await signIn('export-earlier');
  const earlier = new Date(praca.clock.nowMs() - 16 * minuteMs);
  await praca.sql`update social.sessions set proven_at = ${earlier} where user_id = ${ana.id}`;
  assert.equal((await get(`/user/${ana.id}/export`, ana.token)).statusCode, 403);
});

test('a suspended user can export for 15 minutes after the refused sign-in', async () => {
  const ana = await signIn('export-suspended');
  const suspended = await praca.app.inject({
    method: 'POST',
    url: `/social/staff/users/${ana.id}/suspend`,
    headers: await people.staffHeaders(),
    payload: { reason: 'rude', until: null },
  });
  assert.equal(suspended.statusCode, 200, suspended.body);
  const refused = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token?user_id=export-suspended&name=Ana',
  });
  const { appeal_token: token } = refused.json<{ appeal_token: string }>();
  assert.equal((await get(`/user/${ana.id}/export`, token)).statusCode, 200);
  praca.clock.offsetMs += 16 * minuteMs;
  const late = await get(`/user/${ana.id}/export`, token);
  assert.deepEqual([late.statusCode, late.json().code], [403, 'recent_sign_in_required']);
});

/** Writes more than all buffers between server and client can hold. */
async function writeMuch(ana: { id: string }, bia: Person): Promise<void> {
  await people.combine({ id: ana.id } as Person, bia);
  const [low, high] = [ana.id, bia.id].toSorted();
  await praca.sql`insert into social.chats (low_id, high_id) values (${low}, ${high})`;
  await praca.sql`
    insert into social.messages (low_id, high_id, id, from_low, body)
    select ${low}, ${high}, uuidv7(), ${ana.id === low}, repeat('ação ', 800) from generate_series(1, 10000)`;
}

test('a user can run one export at a time; it ends when the client has read it or disconnects', async () => {
  const url = await praca.listen();
  const [bia] = (await people.create(1)) as [Person];
  const ana = await signIn('export-alone');
  await writeMuch(ana, bia);
  const begin = (id: string, token: string, leaving: AbortController) =>
    fetch(`${url}/social/user/${id}/export`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
  const leaving = new AbortController();
  const first = await begin(ana.id, ana.token, leaving);
  assert.equal(first.status, 200);
  for (const token of [ana.token, (await signIn('export-alone')).token]) {
    const second = await get(`/user/${ana.id}/export`, token);
    assert.deepEqual([second.statusCode, second.json().code], [409, 'export_running']);
  }
  assert.equal((await get(`/user/${bia.id}/export`, bia.token)).statusCode, 200, 'an export of another user');
  leaving.abort();
  const again = new AbortController();
  let answer: Response | undefined;
  await until(async () => {
    answer = await begin(ana.id, ana.token, again);
    return answer.status === 200;
  }, 'the end of the export that was left');
  assert.ok(answer);
  const { messages } = (await answer.json()) as { messages: unknown[] };
  assert.equal(messages.length, 10_000);
  await until(
    async () => (await get(`/user/${ana.id}/export`, ana.token)).statusCode === 200,
    'the end of the export that was read',
  );
});

test('an export keeps at most one page in memory and reads each page on demand', async () => {
  const [bia] = (await people.create(1)) as [Person];
  const ana = await signIn('export-pages');
  await writeMuch(ana, bia);
  const pieces: string[] = [];
  for await (const piece of await exportUser(praca.platform, ana.id)) {
    const isFirst = pieces.at(-1) === ',"messages":[';
    pieces.push(piece);
    // If the rest had been read already, it would still be exported.
    if (isFirst) await praca.sql`delete from social.messages where ${ana.id} in (low_id, high_id)`;
  }
  assert.equal(JSON.parse(pieces.join('')).messages.length, 100);
  assert.ok(Math.max(...pieces.map(({ length }) => length)) < 1_000_000);
});

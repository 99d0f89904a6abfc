import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { until } from '../../../../test/support/process.ts';

let database: TestDatabase;
let praca: TestApp;
before(async () => {
  database = await createTestDatabase();
  praca = await openSocialApp({ database });
});
after(async () => {
  await praca.close();
  await database.drop();
});

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

async function signIn(userId: string, name = 'Ana'): Promise<Tokens> {
  const answer = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    payload: { user_id: userId, name },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const refresh = (token: string) =>
  praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    payload: { grant_type: 'refresh_token', refresh_token: token },
  });

const session = (token: string) => praca.app.inject(`/social/oauth/session?access_token=${token}`);

test('the token parameters are accepted in the query, a form and a JSON body', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answers = [
    await praca.app.inject({ method: 'POST', url: '/social/oauth/token?user_id=way-1&name=Ana' }),
    await praca.app.inject({
      method: 'POST',
      url: '/social/oauth/token',
      headers: form,
      payload: 'user_id=way-1&name=Ana',
    }),
    await praca.app.inject({
      method: 'POST',
      url: '/social/oauth/token',
      payload: { user_id: 'way-1', name: 'Ana' },
    }),
  ];
  const users = new Set<string>();
  for (const answer of answers) {
    assert.equal(answer.statusCode, 200, answer.body);
    const body = answer.json();
    assert.deepEqual(Object.keys(body).toSorted(), [
      'access_token',
      'expires_in',
      'refresh_token',
      'scope',
      'token_type',
    ]);
    assert.deepEqual([body.expires_in, body.token_type, body.scope], [3600, 'Bearer', 'user']);
    users.add((await session(body.access_token)).json().user_id);
  }
  assert.equal(users.size, 1, 'the same identifier is the same user');
});

test('a form with text that cannot be stored is refused', async () => {
  const answer = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'user_id=a%00b&name=Ana',
  });
  assert.equal(answer.statusCode, 400, answer.body);
});

test('an expired access token in the header does not prevent a refresh', async () => {
  const tokens = await signIn('stale-1');
  praca.clock.offsetMs += 3_601_000;
  const answer = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    headers: { authorization: `Bearer ${tokens.access_token}` },
    payload: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
  });
  assert.equal(answer.statusCode, 200, answer.body);
});

test('a missing identifier or name is refused by field name', async () => {
  const answer = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    payload: { name: 'Ana' },
  });
  assert.equal(answer.statusCode, 400);
  assert.equal(answer.json().errors[0].field, 'user_id');
  const blank = await praca.app.inject({ method: 'POST', url: '/social/oauth/token?user_id=x&name=%20' });
  assert.equal(blank.json().errors[0].field, 'name');
});

test('an unknown grant type is refused; a missing or empty one signs in', async () => {
  const ask = (grant: string) =>
    praca.app.inject({
      method: 'POST',
      url: '/social/oauth/token',
      payload: { user_id: 'grant-1', name: 'Ana', grant_type: grant },
    });
  for (const grant of ['password', 'refresh-token', 'REFRESH_TOKEN']) {
    const answer = await ask(grant);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, 'grant_type'], grant);
  }
  const rows = await praca.sql`select from social.users where login_id = 'grant-1'`;
  assert.equal(rows.length, 0);
  assert.equal((await ask('')).statusCode, 200);
});

test('line breaks in a name are removed at sign-in and refused in the profile', async () => {
  const { access_token: token } = await signIn('lines-1', ' Ana\r\n\tSouza\n');
  const headers = { authorization: `Bearer ${token}` };
  const session = await praca.app.inject({ url: '/social/oauth/session', headers });
  assert.equal(session.json().name, 'Ana Souza');
  for (const payload of [{ name: 'Ana\nSouza' }, { name: 'Ana\tSouza' }, { location: 'São\rPaulo' }]) {
    const answer = await praca.app.inject({ method: 'PUT', url: '/social/user/perfil', headers, payload });
    assert.deepEqual(
      [answer.statusCode, answer.json().errors],
      [
        400,
        [
          {
            field: Object.keys(payload)[0],
            code: 'several_lines',
            message: 'must be on one line, without tabs',
          },
        ],
      ],
    );
  }
});

test('the session has the fields of the interface document', async () => {
  const { access_token: token } = await signIn('fields-1', 'Ana Souza');
  const body = (await session(token)).json();
  assert.deepEqual(Object.keys(body).toSorted(), [
    'date',
    'is_premium',
    'name',
    'need_tour',
    'perfil_photo',
    'user_id',
  ]);
  assert.equal(body.name, 'Ana Souza');
  assert.equal(body.is_premium, false);
  assert.equal(body.need_tour, true);
  assert.match(body.date, /^\d{4}-\d{2}-\d{2}$/);
  assert.notEqual(body.user_id, 'fields-1');
});

test('signing in again keeps the user’s name', async () => {
  await signIn('again-1', 'First');
  const { access_token: token } = await signIn('again-1', 'Second');
  assert.equal((await session(token)).json().name, 'First');
});

test('forty simultaneous first sign-ins create one user', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => signIn('crowd-1')));
  const ids = await Promise.all(
    all.map(async (tokens) => (await session(tokens.access_token)).json().user_id as string),
  );
  assert.equal(new Set(ids).size, 1);
});

test('a name without visible characters is refused; hidden characters of other names are removed', async () => {
  const ask = (name: string) =>
    praca.app.inject({ method: 'POST', url: '/social/oauth/token', payload: { user_id: 'hidden-1', name } });
  for (const name of ['\u200B', ' \u2060 ', '\u3164', '\u202E\u2800']) {
    const refused = await ask(name);
    assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'name']);
  }
  const tokens: Tokens = (await ask('\uFEFFAna\u200B 👩\u200D💻')).json();
  assert.equal((await session(tokens.access_token)).json().name, 'Ana 👩\u200D💻');
});

test('a refresh token returns the same successor until that is used; afterwards it ends the session', async () => {
  const first = await signIn('rotate-1');
  const second: Tokens = (await refresh(first.refresh_token)).json();
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await session(second.access_token)).statusCode, 200);
  praca.clock.offsetMs += 60_000;
  const again: Tokens = (await refresh(first.refresh_token)).json();
  assert.equal(again.refresh_token, second.refresh_token, 'the same successor');
  assert.equal((await session(again.access_token)).statusCode, 200);
  const third: Tokens = (await refresh(second.refresh_token)).json();
  const late: Tokens = (await refresh(second.refresh_token)).json();
  assert.equal(late.refresh_token, third.refresh_token, 'the next token behaves the same');
  const reused = await refresh(first.refresh_token);
  assert.equal(reused.statusCode, 401);
  assert.equal(reused.json().code, 'invalid_grant');
  assert.equal((await refresh(third.refresh_token)).statusCode, 401, 'the whole session has ended');
  for (const { access_token: token } of [first, second, again, third, late]) {
    assert.equal((await session(token)).statusCode, 401, 'access tokens too');
  }
});

test('twenty simultaneous refreshes with one token get the same valid successor', async () => {
  const first = await signIn('tabs-1');
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)));
  assert.deepEqual(new Set(answers.map((answer) => answer.statusCode)), new Set([200]));
  const successors = new Set(answers.map((answer) => answer.json<Tokens>().refresh_token));
  assert.equal(successors.size, 1);
  const next = await refresh([...successors][0] ?? '');
  assert.equal(next.statusCode, 200);
  assert.equal((await session(next.json<Tokens>().access_token)).statusCode, 200);
});

test('repeating a refresh does not prolong the session', async () => {
  const first = await signIn('again-1');
  const second: Tokens = (await refresh(first.refresh_token)).json();
  praca.clock.offsetMs += 50 * 86_400_000;
  assert.equal((await refresh(first.refresh_token)).statusCode, 200);
  praca.clock.offsetMs += 11 * 86_400_000;
  assert.equal((await refresh(first.refresh_token)).statusCode, 401);
  assert.equal((await refresh(second.refresh_token)).statusCode, 401);
});

test('a refresh token from two generations ago ends the session, however soon it comes', async () => {
  const first = await signIn('old-1');
  const second: Tokens = (await refresh(first.refresh_token)).json();
  const third: Tokens = (await refresh(second.refresh_token)).json();
  assert.equal((await refresh(first.refresh_token)).statusCode, 401);
  assert.equal((await refresh(third.refresh_token)).statusCode, 401);
});

test('a forged refresh token is refused and ends nothing', async () => {
  const { refresh_token: token } = await signIn('forged-1');
  const forged = token.replace(/\.[\w-]{43}$/, `.${'A'.repeat(43)}`);
  assert.equal((await refresh(forged)).statusCode, 401);
  assert.equal((await refresh('nonsense')).statusCode, 401);
  assert.equal((await refresh(token)).statusCode, 200);
});

test('an access token ends after an hour, a refresh token after sixty days without use', async () => {
  const tokens = await signIn('expiry-1');
  praca.clock.offsetMs += 3_601_000;
  assert.equal((await session(tokens.access_token)).statusCode, 401);
  const next: Tokens = (await refresh(tokens.refresh_token)).json();
  praca.clock.offsetMs += 61 * 86_400_000;
  assert.equal((await refresh(next.refresh_token)).statusCode, 401);
});

test('signing out ends the session in this and other processes', async () => {
  const tokens = await signIn('out-1');
  const other = await openSocialApp({ database });
  try {
    other.clock.offsetMs = praca.clock.offsetMs;
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    assert.equal((await other.app.inject({ url: '/social/oauth/session', headers })).statusCode, 200);
    const out = await praca.app.inject({ method: 'DELETE', url: '/social/oauth/session', headers });
    assert.deepEqual(out.json(), { status: 'ended' });
    assert.equal((await praca.app.inject({ url: '/social/oauth/session', headers })).statusCode, 401);
    await until(
      async () => (await other.app.inject({ url: '/social/oauth/session', headers })).statusCode === 401,
      'the end of the session in the other process',
    );
    assert.equal((await refresh(tokens.refresh_token)).statusCode, 401);
  } finally {
    await other.close();
  }
});

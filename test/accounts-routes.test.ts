import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../src/platform/ids.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { merchantToken } from './support/merchant.ts';
import {
  assertNone,
  findAccepted,
  findLeaks,
  findUnauthenticated,
  nameOf,
  readOperations,
  send,
  type Example,
  type Operation,
} from './support/route-matrix.ts';
import { createSignedInUser, type SignedInUser } from './support/signed-in-user.ts';
import { openPeople } from './support/social-people.ts';
import { insertRow } from './support/table-rows.ts';

let praca: TestApp;
let operations: Operation[];
/** Authorization headers that every operation with a session refuses. */
let badCallers: Record<string, { authorization?: string }>;

before(async () => {
  praca = await openTestApp({
    settings: { RATE_LIMIT: '0', SIGN_UPS_AT_ONCE: '0', ID_TOKEN_AUDIENCES: 'app' },
  });
  const expired = await createSignedInUser(praca);
  praca.clock.offsetMs += 25 * 3_600_000;
  const ended = await createSignedInUser(praca);
  await praca.app.inject({ url: '/accounts/logout', headers: ended.headers });
  const people = await openPeople(praca);
  const [person] = await people.create(1);
  badCallers = {
    'no session': {},
    nonsense: { authorization: `Bearer ${'A'.repeat(43)}` },
    'a session that has expired': expired.headers,
    'a session that has ended': ended.headers,
    'a token of merchant': { authorization: `Bearer ${await merchantToken(praca)}` },
    'a token of social': person?.headers ?? {},
    'a token of the staff of social': await people.staffHeaders(),
  };
  operations = await readOperations(praca, 'accounts');
});
after(() => praca.close());

/** The ids by which requests name the data of one user. */
interface Things {
  readonly session: string;
  readonly issuer: string;
}

const unknown: Things = { session: newId(), issuer: encodeURIComponent('https://unknown.example') };

const malformed: Things = { session: 'x', issuer: 'x' };

/** Creates a user with two sessions and two social logins. */
async function createUser(): Promise<SignedInUser & Things> {
  const user = await createSignedInUser(praca);
  const issuer = `https://${user.id}.example`;
  const second = 'https://second.example';
  for (const one of [issuer, second]) {
    const identity = { issuer: one, subject: user.id, user_id: user.id, created_at: praca.clock.now() };
    await insertRow(praca.sql, 'accounts', 'social_identities', identity);
  }
  const session = newId(praca.clock.nowMs());
  await insertRow(praca.sql, 'accounts', 'sessions', {
    id: session,
    user_id: user.id,
    token_hash: `\\x${Buffer.from(session).toString('hex')}`,
    address: '10.0.0.1',
    user_agent: 'Firefox',
    created_at: praca.clock.now(),
    last_seen_at: praca.clock.now(),
    expires_at: new Date(praca.clock.nowMs() + 3_600_000),
  });
  return { ...user, session, issuer: encodeURIComponent(issuer) };
}

const totp = { totp: '123456' };
const signUp = {
  user_Fname: 'Ana',
  user_Lname: 'Souza',
  user_email: 'ana@example.com',
  user_password: 'uma mesa na janela',
  user_profilepic: '',
  user_type: '0',
};
/** A valid body for each operation with a body. A new operation fails the test until it has one here. */
const bodies: Readonly<Record<string, object>> = {
  'POST /signup': signUp,
  'POST /signin': { user_email: signUp.user_email, user_password: signUp.user_password, user_type: '0' },
  'POST /forgetpassword': { user_email: signUp.user_email },
  'PATCH /v1/me': { user_Fname: 'Bia', user_Lname: 'Lima', language: 'pt' },
  'POST /v1/me/password': { new_password: 'outra mesa na janela' },
  'POST /v1/me/email': { user_email: 'bia@example.com' },
  'DELETE /v1/me/totp': totp,
  'POST /v1/me/totp/confirm': totp,
  'POST /v1/me/totp/recovery-codes': totp,
  'POST /v1/me/id-token': { audience: 'app' },
};

function exampleOf(operation: Operation, things: Things): Example {
  const body = bodies[nameOf(operation)];
  assert.ok(operation.body === undefined || body, `${nameOf(operation)}: give an example of the body`);
  const path = { uid: newId(), name: 'A'.repeat(22), id: things.session, issuer: things.issuer };
  return { path, ...(body === undefined ? {} : { body }) };
}

/**
 * Fields of providers, accounts or steps that this request does not use. The OpenAPI document states no length limit
 * for them.
 */
const unread = / body with (?:provider|id_token|nonce|totp|code|current_password) very long/;

/** Operations for callers without a session. */
const open: ReadonlySet<string> = new Set([
  'POST /signup',
  'POST /signin',
  'GET /logout',
  'GET /logout/{uid}',
  'POST /forgetpassword',
  'GET /images/{name}',
  'GET /nonce',
  'GET /.well-known/jwks.json',
  'GET /.well-known/openid-configuration',
]);
const isGuarded = (operation: Operation): boolean => !open.has(nameOf(operation));
const column = (isAsked: (operation: Operation) => boolean = () => true) => ({
  praca,
  operations: operations.filter(isAsked),
});

test('every operation of a user rejects a missing or invalid session', async () => {
  const user = await createUser();
  await assertNone(column(isGuarded), (operation) =>
    findUnauthenticated(praca, operation, exampleOf(operation, user), badCallers),
  );
});

test('another user’s objects answer like unknown objects and do not change', async () => {
  const [me, other] = [await createUser(), await createUser()];
  await assertNone(column(isGuarded), async (operation) => {
    const examples = [other, unknown, malformed].map((things) => exampleOf(operation, things));
    if (!operation.path.includes('{')) return [];
    return findLeaks(praca, operation, { examples, status: 404 }, me.headers);
  });
});

test('every bad value is rejected with the name of its field and changes nothing', async () => {
  const user = await createUser();
  await assertNone(column(), (operation) =>
    findAccepted(praca, operation, {
      example: exampleOf(operation, user),
      headers: user.headers,
      unread,
    }),
  );
});

test('the example requests are valid, so each rejection above was caused by its one bad value', async () => {
  for (const operation of operations) {
    const user = await createUser();
    const answer = await send(praca, operation, exampleOf(operation, user), user.headers);
    assert.ok(answer.statusCode < 500 && !/invalid_input|unauthorized/.test(answer.body), answer.body);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { basic, merchantToken } from '../../../../test/support/merchant.ts';
import { until } from '../../../../test/support/process.ts';
import { assertHidden, storedText } from '../../../../test/support/stored-text.ts';
import {
  addCredential,
  createPsp,
  endCredential,
  hashSecret,
  resumePsp,
  rotateCredential,
  suspendPsp,
  type IssuedCredential,
} from './manage-credentials.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let here: TestApp;
let there: TestApp;
let address: string;

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([openMerchantApp({ database }), openMerchantApp({ database })]);
  address = await here.listen();
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

const ask = (url: string, headers: Record<string, string> = {}, payload?: string) =>
  here.app.inject({
    method: 'POST',
    url: `/merchant${url}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });

const grant = '/oauth/token?grant_type=client_credentials';
const sandbox = { authorization: basic('sandbox-psp', 'sandbox-secret') };

/** Returns whether a process accepts the token. Any route with a scope will do. */
async function accepted(testApp: TestApp, token: string): Promise<boolean> {
  const answer = await testApp.app.inject({
    url: '/merchant/rates/BTCEUR',
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.statusCode !== 401;
}

test('the token response matches the API contract exactly', async () => {
  const answer = await ask(grant, sandbox);
  assert.equal(answer.statusCode, 200);
  const body = answer.json();
  assert.deepEqual(Object.keys(body), [
    'access_token',
    'token_type',
    'expires_in',
    'expires_at',
    'scope',
    'psp_id',
    'jti',
  ]);
  const { exp } = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
  assert.equal(body.expires_at, new Date(exp * 1000).toISOString());
  assert.deepEqual(
    [body.token_type, body.expires_in, body.scope, body.psp_id],
    ['bearer', 3_600_000, 'read write psp', 1],
  );
  assert.match(body.jti, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(answer.headers['cache-control'], 'no-store');
});

const refusals: [string, string, Record<string, string>, number, string][] = [
  ['no credential', grant, {}, 401, 'invalid_client'],
  ['a wrong secret', grant, { authorization: basic('sandbox-psp', 'wrong') }, 401, 'invalid_client'],
  ['an unknown client', grant, { authorization: basic('nobody', 'sandbox-secret') }, 401, 'invalid_client'],
  ['no colon', grant, { authorization: `Basic ${btoa('sandbox-psp')}` }, 401, 'invalid_client'],
  ['a null byte', grant, { authorization: basic('sandbox\0', 'x') }, 401, 'invalid_client'],
  ['an encoded null byte', grant, { authorization: basic('%00', 'x') }, 401, 'invalid_client'],
  ['another scheme', grant, { authorization: 'Bearer x' }, 401, 'invalid_client'],
  ['another grant', '/oauth/token?grant_type=password', sandbox, 400, 'unsupported_grant_type'],
  ['no grant', '/oauth/token', sandbox, 400, 'invalid_request'],
  ['the grant twice', `${grant}&grant_type=client_credentials`, sandbox, 400, 'invalid_request'],
  [
    'a credential in non-canonical Base64',
    grant,
    { authorization: basic('sandbox-psp', 'sandbox-secret').replace(/Q=$/, 'R=') },
    401,
    'invalid_client',
  ],
  [
    'a credential without its padding',
    grant,
    { authorization: basic('sandbox-psp', 'sandbox-secret').replace(/=+$/, '') },
    401,
    'invalid_client',
  ],
  ['an unknown scope', `${grant}&scope=admin`, sandbox, 400, 'invalid_scope'],
];

for (const [name, url, headers, status, error] of refusals) {
  test(`${name} is refused with ${status} ${error} in the OAuth format`, async () => {
    const answer = await ask(url, headers);
    assert.deepEqual([answer.statusCode, answer.json().error], [status, error]);
    if (status === 401) assert.match(String(answer.headers['www-authenticate']), /^Basic /);
  });
}

test('requesting a scope that the credential lacks is refused instead of issuing a useless token', async () => {
  const terms = { name: 'reader', scopes: ['read', 'psp'] as const, networks: [] };
  const reader = await addCredential(here.platform, 1, terms);
  assert.ok(reader);
  const headers = { authorization: basic(reader.clientId, reader.clientSecret) };
  const refused = await ask(`${grant}&scope=write`, headers);
  assert.deepEqual([refused.statusCode, refused.json().error], [400, 'invalid_scope']);
  assert.equal((await ask(`${grant}&scope=read+write`, headers)).json().scope, 'read');
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const posted = 'grant_type=client_credentials&client_id=sandbox-psp&client_secret=';

test('the client id and secret may be in the form, and HTTP Basic takes precedence over them', async () => {
  assert.equal((await ask('/oauth/token', form, `${posted}sandbox-secret`)).json().psp_id, 1);
  assert.equal((await ask('/oauth/token', { ...form, ...sandbox }, `${posted}wrong`)).json().psp_id, 1);
  const badBasic = { ...form, authorization: basic('sandbox-psp', 'wrong') };
  for (const [headers, payload] of [
    [form, `${posted}wrong`],
    [form, `${posted}${'x'.repeat(501)}`],
    [form, `${posted}sandbox-secret&client_secret=sandbox-secret`],
    [badBasic, `${posted}sandbox-secret`],
  ] as const) {
    const answer = await ask('/oauth/token', headers, payload);
    assert.deepEqual([answer.statusCode, answer.json().error], [401, 'invalid_client']);
  }
});

test('the client secret is not read from the query, which proxies log', async () => {
  const answer = await ask(`/oauth/token?${posted}sandbox-secret`);
  assert.deepEqual([answer.statusCode, answer.json().error], [401, 'invalid_client']);
});

test('a repeated grant type in a form is refused in the OAuth format', async () => {
  const headers = { ...sandbox, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await ask('/oauth/token', headers, 'grant_type=client_credentials&grant_type=x');
  assert.deepEqual([answer.statusCode, answer.json().error], [400, 'invalid_request']);
});

test('a standard OAuth client obtains a token with the grant type in a form body', async () => {
  const server: oauth.AuthorizationServer = {
    issuer: `${address}/merchant`,
    token_endpoint: `${address}/merchant/oauth/token`,
  };
  const client: oauth.Client = { client_id: 'sandbox-psp' };
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic('sandbox-secret'),
    new URLSearchParams({ scope: 'read psp' }),
    { [oauth.allowInsecureRequests]: true },
  );
  const token = await oauth.processClientCredentialsResponse(server, client, response);
  assert.equal(token.token_type, 'bearer');
  assert.equal(token.scope, 'read psp');
  assert.equal(await accepted(there, token.access_token), true);
});

test('openid-client obtains a token', async () => {
  const configuration = new openid.Configuration(
    { issuer: `${address}/merchant`, token_endpoint: `${address}/merchant/oauth/token` },
    'sandbox-psp',
    undefined,
    openid.ClientSecretBasic('sandbox-secret'),
  );
  openid.allowInsecureRequests(configuration);
  const token = await openid.clientCredentialsGrant(configuration);
  assert.equal(token['psp_id'], 1);
});

async function withPsp(run: (psp: IssuedCredential & { pspId: number }) => Promise<void>): Promise<void> {
  await run(await createPsp(here.platform, 'Café Central'));
}

const endings: [string, (psp: IssuedCredential & { pspId: number }) => Promise<unknown>][] = [
  ['revoked', (psp) => endCredential(here.platform, psp.clientId)],
  ['suspended', (psp) => suspendPsp(here.platform, psp.pspId)],
  ['rotated', (psp) => rotateCredential(here.platform, psp.clientId)],
];

for (const [name, end] of endings) {
  test(`a token of a credential that is ${name} is soon refused in every process`, () =>
    withPsp(async (psp) => {
      const token = await merchantToken(there, psp);
      assert.deepEqual([await accepted(here, token), await accepted(there, token)], [true, true]);
      await end(psp);
      for (const process of [here, there])
        await until(async () => !(await accepted(process, token)), 'the refusal');
      await assert.rejects(merchantToken(there, psp));
    }));
}

test('a change takes effect soon even if its signal is lost', () =>
  withPsp(async (psp) => {
    const token = await merchantToken(there, psp);
    const silent = { ...here.platform, signals: { ...here.platform.signals, publish: () => {} } };
    await suspendPsp(silent, psp.pspId);
    await until(async () => !(await accepted(there, token)), 'the refusal');
    await resumePsp(here.platform, psp.pspId);
    await until(() => accepted(there, token), 'the acceptance');
  }));

test('a new secret works at once in every process, even if its signal is lost', () =>
  withPsp(async (psp) => {
    await merchantToken(there, psp);
    const silent = { ...here.platform, signals: { ...here.platform.signals, publish: () => {} } };
    for (let round = 0; round < 5; round++) {
      const rotated = await rotateCredential(silent, psp.clientId);
      assert.ok(rotated);
      await merchantToken(there, rotated);
    }
  }));

test('a second credential works at once in every process and stays valid after the first is revoked', () =>
  withPsp(async (psp) => {
    const second = await addCredential(here.platform, psp.pspId);
    assert.ok(second);
    const token = await merchantToken(there, second);
    await endCredential(here.platform, psp.clientId);
    await sleep(900);
    assert.equal(await accepted(there, token), true);
  }));

test('only hashes of secrets are stored', async () => {
  const psp = await createPsp(here.platform, 'Hash');
  await merchantToken(here, psp);
  const secrets = [psp.clientSecret];
  const stored = await storedText(here.sql, 'merchant');
  assertHidden(stored, secrets, [psp.clientId, hashSecret(psp.clientSecret).toString('hex')]);
  assertHidden(here.log.join(''), secrets, ['/merchant/oauth/token']);
});

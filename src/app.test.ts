import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { runCommand } from '../test/support/commands.ts';
import { openTestApp, productionSettings, type TestApp } from '../test/support/app.ts';
import { until } from '../test/support/process.ts';
import { allSettings, bannerLines } from './app.ts';
import { placeDatabases } from './platform/process/place-databases.ts';
import { readSettings } from './platform/settings.ts';

let sandbox: TestApp;

before(async () => {
  sandbox = await openTestApp();
});
after(() => sandbox.close());

test('the home page and the API reference list every service, and every error code is explained', async () => {
  const home = await sandbox.app.inject('/');
  for (const service of ['merchant', 'accounts', 'social'])
    assert.match(home.body, new RegExp(`/${service}/openapi.json`));
  const docs = await sandbox.app.inject('/docs');
  assert.equal(docs.statusCode, 200);
  assert.match(docs.body, /\/merchant\/openapi\.json/);
  assert.ok(!/https?:\/\/(?!127\.0\.0\.1)/.test(docs.body), 'the reference loads nothing from other servers');
  const reference = await sandbox.app.inject('/docs/merchant');
  const token = /"bearer":\{"token":"([\w.-]+)"/.exec(reference.body)?.[1];
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await sandbox.app.inject({ url: '/merchant/balances', headers })).statusCode, 200);
  assert.match(reference.body, /"basic":\{"username":"sandbox-psp","password":"sandbox-secret"\}/);
  assert.match(reference.body, /<html lang="en">/);
  assert.match(reference.body, /<a class="brand" href="\/">/);
  assert.equal((await sandbox.app.inject('/docs/nothing')).statusCode, 404);
  const problems = await sandbox.app.inject('/problems');
  assert.match(problems.body, /id="idempotency_key_reused"/);
  assert.match(problems.body, />The balance does not cover this</);
  for (const [language, ...meanings] of [
    ['pt', 'O saldo não é suficiente para isto', 'O evento não tem mais vagas', 'Não encontrado'],
    ['de', 'Das Guthaben reicht dafür nicht', 'Das Event hat keinen Platz mehr', 'Nicht gefunden'],
  ] as const) {
    const { body } = await sandbox.app.inject(`/problems?lang=${language}`);
    for (const meaning of meanings) assert.ok(body.includes(`>${meaning}<`), meaning);
    assert.ok(!body.includes('<span lang="en">'), 'every code is explained in the reader’s language');
  }
});

test('every style sheet and script of a page is compressed, cached forever and revalidated with 304', async () => {
  const pages = await Promise.all(
    ['/', '/console/sign-in', '/docs', '/mailbox'].map((url) => sandbox.app.inject(url)),
  );
  const files = pages.flatMap(({ body }) =>
    [...body.matchAll(/(?:src|href)="([^"]+\.(?:css|js))"/g)].map(([, url = '']) => url),
  );
  for (const part of ['/design/design.', '/console/console.', '/docs/scalar.', '/docs/reference.'])
    assert.ok(
      files.some((url) => url.startsWith(part)),
      `${part} in ${files.join(', ')}`,
    );
  for (const url of new Set(files)) {
    const get = (headers: Record<string, string>) => sandbox.app.inject({ url, headers });
    const plain = await get({});
    assert.equal(plain.statusCode, 200, url);
    for (const [coding, expand] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const small = await get({ 'accept-encoding': coding, cookie: 'a=b' });
      assert.equal(small.headers['content-encoding'], coding, url);
      assert.ok(small.rawPayload.length < plain.rawPayload.length * 0.7, url);
      assert.equal(small.headers.vary, 'accept-encoding', url);
      assert.ok(expand(small.rawPayload).equals(plain.rawPayload), url);
    }
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable', url);
    const again = await get({ 'if-none-match': String(plain.headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, ''], url);
  }
});

test('the reference of all services loads at most 1.5 MB, with either compression', async () => {
  const page = await sandbox.app.inject('/docs');
  const urls = [...page.body.matchAll(/"([^"]+(?:\.css|\.js|openapi\.json))"/g)].map(([, url = '']) => url);
  assert.equal(urls.length, 6, urls.join(', '));
  for (const coding of ['br', 'gzip']) {
    const headers = { 'accept-encoding': coding };
    const answers = await Promise.all(urls.map((url) => sandbox.app.inject({ url, headers })));
    const bytes = [page, ...answers].reduce((sum, { rawPayload }) => sum + rawPayload.length, 0);
    assert.ok(bytes < 1_500_000, `${bytes} bytes with ${coding}`);
  }
});

test('the published secret is shown until it is changed', async () => {
  const settings = readSettings(allSettings, { environment: {} });
  const places = placeDatabases(settings, sandbox.platform.connection);
  const banner = async () => (await bannerLines(settings, 'http://praca.test', places)).join('\n');
  const home = async (language: string) => (await sandbox.app.inject(`/?lang=${language}`)).body;
  assert.match(await home('en'), /sandbox-secret/);
  assert.match(await banner(), /^Merchant {4}client id sandbox-psp, secret sandbox-secret$/m);
  await runCommand(sandbox, 'psp credential rotate', ['sandbox-psp']);
  assert.match(await banner(), /^Merchant {4}client id sandbox-psp, secret changed; the console/m);
  await until(async () => !(await home('en')).includes('sandbox-secret'), 'the secret to be shown no longer');
  assert.match(await home('en'), /changed; the console makes another under Developers/);
  assert.match(await home('pt'), /o console cria outro em Desenvolvedores/);
  assert.match(await home('de'), /in der Konsole unter Entwickler/);
});

test('health, readiness and metrics respond', async () => {
  assert.deepEqual((await sandbox.app.inject('/healthz')).json(), { status: 'ok' });
  await sandbox.sql`insert into platform.environment (environment) values ('sandbox') on conflict do nothing`;
  await until(async () => (await sandbox.app.inject('/readyz')).json().status === 'ready', 'readiness');
  const metrics = await sandbox.app.inject('/metrics');
  for (const name of ['http_request_duration_seconds_bucket', 'jobs_waiting', 'database_pool_connections']) {
    assert.match(metrics.body, new RegExp(`^${name}`, 'm'));
  }
});

test('only the named services are served, and the root service also without its prefix', async () => {
  const alone = await openTestApp({ settings: { SERVICES: 'merchant', ROOT_SERVICE: 'merchant' } });
  try {
    assert.equal((await alone.app.inject('/merchant/openapi.json')).statusCode, 200);
    assert.equal((await alone.app.inject('/social/openapi.json')).statusCode, 404);
    assert.ok(!(await alone.app.inject('/')).body.includes('/social'));
  } finally {
    await alone.close();
  }
});

test('guesses at the token of /metrics are rate-limited, and probes are not', async () => {
  const token = 'ewzkVFUHbPMyBSjt';
  const production = await openTestApp({
    settings: { ...productionSettings, METRICS_TOKEN: token, RATE_LIMIT: '3' },
  });
  try {
    const ask = async (url: string, guess: string) =>
      (await production.app.inject({ url, headers: { authorization: `Bearer ${guess}` } })).statusCode;
    for (let count = 0; count < 10; count++) assert.equal(await ask('/healthz', ''), 200);
    const guessed = ['a', 'b', 'c', 'd', token].map((guess) => ask('/metrics', guess));
    assert.deepEqual(await Promise.all(guessed), [404, 404, 404, 429, 429]);
  } finally {
    await production.close();
  }
});

test('production has no mailbox, no open metrics, and a home page without internal details', async () => {
  const production = await openTestApp({ settings: { ...productionSettings, METRICS_TOKEN: 'figures' } });
  try {
    assert.equal((await production.app.inject('/mailbox')).statusCode, 404);
    assert.equal((await production.app.inject('/metrics')).statusCode, 404);
    const wrong = await production.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer figurez' },
    });
    assert.equal(wrong.statusCode, 404);
    const right = await production.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer figures' },
    });
    assert.equal(right.statusCode, 200);
    assert.ok(!(await production.app.inject('/')).body.includes('sandbox'));
    assert.match((await production.app.inject('/docs/merchant')).body, /"securitySchemes":\{\}/);
  } finally {
    await production.close();
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';

let praca: TestApp;
before(async () => {
  praca = await openSocialApp();
});
after(() => praca.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  praca.app.inject({ method: 'GET', url, headers });
const filesOf = (shell: string): string[] => [
  ...new Set([...shell.matchAll(/"(\/app\/[0-9a-f]{16}\/[\w.-]+)"/g)].map(([, url]) => url ?? '')),
];

test('the shell renders before any script, names the files of its screen, and allows only own scripts', async () => {
  const answer = await get('/app/me', { 'accept-language': 'pt-BR' });
  assert.equal(answer.statusCode, 200);
  assert.match(answer.body, /<html lang="pt">[^]*class="skeleton/);
  assert.deepEqual(
    filesOf(answer.body).map((url) => url.split('/').at(-1)),
    ['app.css', 'frame.js', 'me.js'],
  );
  assert.match(answer.body, /<body class="sandbox" data-sign-in="name">/);
  const policy = String(answer.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.doesNotMatch(answer.body, /<script(?![^>]* src=)|<style| style=| on\w+=/);
});

test('an unknown URL answers browsers with the app and programs with a problem', async () => {
  for (const url of ['/app/nowhere', '/app/combinations/xyz', '/app/me/nowhere', '/app/events/1/2']) {
    const opened = await get(url, { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' });
    assert.equal(opened.statusCode, 404, url);
    assert.match(opened.body, /<html lang="de">[^]*\/frame\.js"/);
    assert.equal(opened.headers.vary, 'accept, accept-language');
    const asked = await get(url);
    assert.deepEqual([asked.statusCode, asked.json().code], [404, 'not_found'], url);
  }
});

test('files have the version in their URL, are cached for a year, compressed, and revalidated by etag', async () => {
  for (const url of filesOf((await get('/app/sign-in')).body)) {
    const plain = await get(url);
    assert.equal(plain.statusCode, 200, url);
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    const small = await get(url, { 'accept-encoding': 'gzip, br', cookie: 'a=b' });
    assert.equal(small.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(small.rawPayload).toString(), plain.body);
    const again = await get(url, { 'if-none-match': String(plain.headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    const other = await get(url.replace(/[0-9a-f]{16}/, '0123456789abcdef'));
    assert.equal(other.headers['cache-control'], 'no-cache');
  }
  const script = filesOf((await get('/app/me')).body).find((url) => url.endsWith('/me.js'));
  assert.ok(
    (await get(`${script}.map`)).json().sources.includes('me/screen.ts'),
    'a sandbox has source maps',
  );
  assert.equal((await get('/app/0123456789abcdef/nothing.js')).statusCode, 404);
});

test('the manifest, icons and service worker for the installation on a phone are served', async () => {
  const { icons, start_url: start, scope } = (await get('/app/manifest.webmanifest')).json();
  assert.deepEqual([start, scope], ['/app', '/app']);
  for (const { src, type } of icons) {
    const icon = await get(src);
    assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, type], src);
  }
  const worker = await get('/app/service-worker.js');
  assert.equal(worker.headers['cache-control'], 'no-cache');
  assert.equal(worker.headers['service-worker-allowed'], '/app');
  assert.match(String(worker.headers['content-security-policy']), /connect-src 'self'/);
  const [, kept = '[]'] = /const kept = (\[.*\]);/.exec(worker.body) ?? [];
  for (const url of filesOf((await get('/app/me')).body)) assert.ok(JSON.parse(kept).includes(url), url);
  assert.doesNotMatch(worker.body, /: Promise</);
  assert.doesNotMatch(kept, /\.map"/, 'source maps are for developers');
});

test('the OpenAPI document does not list the app, and APP=no turns it off', async () => {
  const { paths } = (await get('/social/openapi.json')).json();
  assert.deepEqual(
    Object.keys(paths).filter((path) => path.startsWith('/app')),
    [],
  );
  assert.match((await get('/')).body, /href="\/app"/);
  const without = await openSocialApp({ settings: { APP: 'no' } });
  try {
    for (const url of ['/app', '/app/service-worker.js', '/app/session/renew']) {
      assert.equal((await without.app.inject(url)).statusCode, 404, url);
    }
    assert.doesNotMatch((await without.app.inject('/')).body, /href="\/app"/);
  } finally {
    await without.close();
  }
});

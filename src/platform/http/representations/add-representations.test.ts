import assert from 'node:assert/strict';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createServer, type App } from '../server.ts';

const long = 'Roda de samba no largo. '.repeat(100);
const longList = Array.from({ length: 60 }, (_, id) => ({ id, name: 'Roda de samba no largo' }));
let app: App;
let port: number;
before(async () => {
  app = await createServer({
    log: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 4096,
    trustProxy: [],
    corsOrigins: ['https://app.example'],
    rateLimit: 0,
    https: false,
  });
  app.get('/short', { config: { etag: 'private' } }, () => ({ name: 'Ana' }));
  app.get('/list', { config: { etag: 'public' } }, () => longList);
  app.get('/plain', () => longList);
  app.post('/list', () => longList);
  app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(`<p>${long}`));
  app.get('/coded', (_request, reply) =>
    reply.type('text/plain').header('content-encoding', 'x-own').send(long),
  );
  app.get('/picture', { config: { etag: 'private' } }, (_request, reply) =>
    reply.type('image/webp').header('cache-control', 'private, max-age=86400').send(Buffer.alloc(5000, 7)),
  );
  app.get('/version', { config: { etag: 'public' } }, (_request, reply) =>
    reply.type('text/plain').header('etag', '"en-1"').send(long),
  );
  app.get('/refused', { config: { etag: 'private' } }, (_request, reply) =>
    reply.code(409).send({ code: 'no' }),
  );
  app.get('/noise', (_request, reply) =>
    reply.type('text/plain').send(Buffer.from(Array.from({ length: 3000 }, () => Math.random() * 256))),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
after(() => app.close());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Uses a socket: if the announced and the sent length differ, the connection breaks. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = send({ port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject);
    request.end();
  });

test('compresses the answer for a client that accepts it, with the right headers, and sends others the plain text', async () => {
  const plain = await ask('/list');
  assert.deepEqual(JSON.parse(plain.body.toString()), longList);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.match(String(plain.headers.vary), /accept-encoding/, 'a cache must not show one to the other');
  const readers = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const coding of ['br', 'gzip'] as const) {
    const answer = await ask('/list', { 'accept-encoding': coding });
    assert.equal(answer.headers['content-encoding'], coding);
    assert.equal(Number(answer.headers['content-length']), answer.body.length);
    assert.ok(answer.body.length < plain.body.length / 2);
    assert.equal(readers[coding](answer.body).toString(), plain.body.toString());
    assert.equal(answer.headers['content-type'], plain.headers['content-type']);
  }
});

test('HEAD has the headers that GET would send', async () => {
  for (const [path, coding] of [
    ['/list', 'br'],
    ['/list', 'identity'],
    ['/short', 'gzip'],
    ['/picture', 'br'],
  ] as const) {
    const headers = { 'accept-encoding': coding };
    const [got, announced] = [await ask(path, headers), await ask(path, headers, 'HEAD')];
    assert.equal(announced.body.length, 0);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary'] as const)
      assert.equal(announced.headers[name], got.headers[name], `${name} of ${path}`);
  }
});

test('does not compress short answers, pages, images, random bytes and encoded answers', async () => {
  for (const path of ['/short', '/page', '/picture', '/noise', '/coded']) {
    const { headers } = await ask(path, { 'accept-encoding': 'br, gzip' });
    assert.equal(headers['content-encoding'], path === '/coded' ? 'x-own' : undefined, path);
  }
});

test('never compresses the answer to a request with a cookie or a Basic password', async () => {
  const coding = async (headers: Record<string, string>, method = 'GET') =>
    (await ask('/list', { 'accept-encoding': 'br', ...headers }, method)).headers['content-encoding'];
  assert.equal(await coding({ cookie: 'session=1' }), undefined);
  assert.equal(await coding({ authorization: 'Basic YTpi' }), undefined);
  assert.equal(await coding({}, 'POST'), undefined, 'nor what only a POST answers, such as tokens');
  assert.equal(await coding({ authorization: 'Bearer x' }), 'br');
});

test('answers 304 if the client has the current version, with caching headers', async () => {
  const first = await ask('/list', { 'accept-encoding': 'br' });
  const tag = String(first.headers.etag);
  assert.match(tag, /^W\/"[\w-]{20,}"$/);
  assert.equal(first.headers['cache-control'], 'public, no-cache');
  assert.equal((await ask('/list')).headers.etag, tag, 'whatever the coding');
  for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask('/list', { 'if-none-match': known, 'accept-encoding': 'br' }, method);
      assert.equal(answer.status, 304, `${method} ${known}`);
      assert.equal(answer.body.length, 0);
      const { etag, vary, 'cache-control': lifetime } = answer.headers;
      assert.deepEqual([etag, vary, lifetime], [tag, first.headers.vary, first.headers['cache-control']]);
      for (const name of ['content-length', 'content-type', 'content-encoding', 'transfer-encoding'])
        assert.equal(answer.headers[name], undefined, name);
    }
  }
  assert.equal((await ask('/list', { 'if-none-match': '"other"' })).status, 200);
  assert.match(String(first.headers.vary), /Origin, authorization, accept-encoding/);
});

test('shared caches may not reuse the answer to a request with a token', async () => {
  const lifetime = async (path: string, headers: Record<string, string> = {}) =>
    (await ask(path, headers)).headers['cache-control'];
  assert.equal(await lifetime('/list', { authorization: 'Bearer x' }), 'private, no-cache');
  assert.equal(await lifetime('/list?access_token=x'), 'private, no-cache');
  assert.equal(await lifetime('/short'), 'private, no-cache');
  assert.equal(await lifetime('/picture'), 'private, max-age=86400', 'its own word stands');
  assert.equal(await lifetime('/plain'), 'no-store', 'a route that has no tag is kept by nobody');
});

test('files with constant bytes have a strong ETag; a route’s own ETag becomes weak when compressed', async () => {
  const picture = await ask('/picture');
  assert.match(String(picture.headers.etag), /^"[\w-]{20,}"$/);
  assert.equal((await ask('/picture', { 'if-none-match': String(picture.headers.etag) })).status, 304);
  assert.equal((await ask('/version')).headers.etag, '"en-1"');
  assert.equal((await ask('/version', { 'accept-encoding': 'gzip' })).headers.etag, 'W/"en-1"');
  assert.equal((await ask('/version', { 'if-none-match': 'W/"en-1"' })).status, 304);
});

test('answers 304 instead of a success only', async () => {
  const refused = await ask('/refused', { 'if-none-match': '*' });
  assert.deepEqual([refused.status, refused.headers.etag], [409, undefined]);
  assert.equal((await ask('/nothing-here', { 'if-none-match': '*' })).status, 404);
});

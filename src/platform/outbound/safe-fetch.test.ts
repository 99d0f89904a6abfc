import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { OutboundError, safeFetch } from './safe-fetch.ts';
import { createSafeDispatcher, type Lookup } from './safe-dispatcher.ts';

const limits = { timeoutMs: 120_000, maximumBytes: 1000 };
let port: number;
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(request.url ?? '');
  answer(request, response);
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
  if (pathname === '/to') response.writeHead(302, { location: searchParams.get('url') ?? '' }).end();
  else if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
  else if (pathname === '/large') response.end(Buffer.alloc(5_000_000));
  else if (pathname === '/never') response.write('a');
  else response.writeHead(pathname === '/gone' ? 410 : 200, { 'x-kind': 'test' }).end(`hello ${pathname}`);
}

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const refusal = (code: string) => (error: unknown) => {
  assert.ok(error instanceof OutboundError, String(error));
  assert.equal(error.code, code, error.message);
  return true;
};

/** A resolver that returns the given answers in turn. */
function answering(...answers: string[][]): Lookup & { asked: number } {
  const lookup = Object.assign(
    ((_hostname, _options, callback) => {
      const addresses = answers[Math.min(lookup.asked, answers.length - 1)] ?? [];
      lookup.asked++;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as Lookup,
    { asked: 0 },
  );
  return lookup;
}

test('returns responses of every status if private addresses are allowed', async () => {
  const good = await safeFetch(`http://127.0.0.1:${port}/a`, { ...limits, allowPrivate: true });
  assert.deepEqual([good.status, good.body.toString(), good.headers['x-kind']], [200, 'hello /a', 'test']);
  const gone = await safeFetch(`http://localhost:${port}/gone`, { ...limits, allowPrivate: true });
  assert.equal(gone.status, 410);
});

test('refuses a private address in every notation', async () => {
  const before = seen.length;
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
    '169.254.169.254',
    '10.0.0.1',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '①②⑦.0.0.1',
  ];
  for (const host of hosts) {
    await assert.rejects(safeFetch(`https://${host}:${port}/`, limits), refusal('forbidden_address'), host);
  }
  assert.equal(seen.length, before);
});

test('refuses a name with a private address, even next to a public one', async () => {
  const answers = [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['169.254.169.254'],
    ['1.1.1.1', '127.0.0.1'],
  ];
  for (const answer of answers) {
    const dispatcher = await createSafeDispatcher({ allowPrivate: false, lookup: answering(answer) });
    await assert.rejects(
      safeFetch(`https://pictures.example:${port}/`, { ...limits, dispatcher }),
      refusal('forbidden_address'),
      answer.join(),
    );
  }
});

test('connects to the checked address even if the next lookup would return another', async () => {
  // A public address that does not answer.
  const lookup = answering(['192.0.3.1'], ['127.0.0.1']);
  const dispatcher = await createSafeDispatcher({ allowPrivate: false, lookup, connectTimeoutMs: 300 });
  const before = seen.length;
  const first = safeFetch(`https://rebinding.example:${port}/`, { ...limits, timeoutMs: 1500, dispatcher });
  await assert.rejects(
    first,
    (error: unknown) => error instanceof OutboundError && error.code !== 'forbidden_address',
  );
  assert.equal(lookup.asked, 1, 'one question for one connection');
  const second = safeFetch(`https://rebinding.example:${port}/`, { ...limits, dispatcher });
  await assert.rejects(second, refusal('forbidden_address'));
  assert.equal(seen.length, before);
});

test('uses the pinned address and not the name', async () => {
  const lookup = answering(['127.0.0.1'], ['127.0.0.2']);
  const dispatcher = await createSafeDispatcher({ allowPrivate: true, lookup });
  const answer = await safeFetch(`http://does-not-exist.example:${port}/pinned`, {
    ...limits,
    allowPrivate: true,
    dispatcher,
  });
  assert.equal(answer.body.toString(), 'hello /pinned');
  assert.equal(lookup.asked, 1);
});

test('returns a redirect unless following is requested, and checks each hop like the first', async () => {
  const options = { ...limits, allowPrivate: true };
  const to = (url: string): string => `http://127.0.0.1:${port}/to?url=${encodeURIComponent(url)}`;
  assert.equal((await safeFetch(to('/a'), options)).status, 302);
  const followed = await safeFetch(to('/a'), { ...options, followRedirects: 2 });
  assert.equal(followed.body.toString(), 'hello /a');
  await assert.rejects(
    safeFetch(to('ftp://127.0.0.1/'), { ...options, followRedirects: 2 }),
    refusal('bad_url'),
  );
  await assert.rejects(
    safeFetch(`http://127.0.0.1:${port}/loop`, { ...options, followRedirects: 3 }),
    refusal('too_many_redirects'),
  );
  // Only the first hop is allowed: a public server redirects to the private network.
  const dispatcher = await createSafeDispatcher({ allowPrivate: false, lookup: answering(['127.0.0.1']) });
  await assert.rejects(
    safeFetch(to('http://inside.example/'), { ...options, followRedirects: 2, dispatcher }),
    refusal('forbidden_address'),
  );
});

test('limits the size and the duration of answers', async () => {
  const options = { ...limits, allowPrivate: true };
  await assert.rejects(safeFetch(`http://127.0.0.1:${port}/large`, options), refusal('too_large'));
  const cut = await safeFetch(`http://127.0.0.1:${port}/large`, { ...options, whenTooLarge: 'cut' });
  assert.deepEqual([cut.status, cut.body.length], [200, 1000]);
  await assert.rejects(
    safeFetch(`http://127.0.0.1:${port}/never`, { ...options, timeoutMs: 200 }),
    refusal('timed_out'),
  );
  await assert.rejects(safeFetch('http://127.0.0.1:1/', options), refusal('unreachable'));
});

test('refuses plain http, other schemes and passwords in the URL', async () => {
  for (const url of [
    'http://example.org/',
    'file:///etc/passwd',
    'javascript:1',
    'https://a:b@example.org/',
    '',
    '//x',
    'https://',
  ]) {
    await assert.rejects(safeFetch(url, limits), refusal('bad_url'), url);
  }
});

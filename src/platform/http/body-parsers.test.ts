import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { addFormParser } from './body-parsers.ts';
import { createServer, type App } from './server.ts';

let app: App;

before(async () => {
  app = await createServer({
    log: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 1024 * 1024,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: false,
  });
  addFormParser(app);
  app.post('/echo', (request) => ({ ...(request.body as object) }));
});
after(() => app.close());

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const post = (payload: string | Buffer, type: string, more: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': type, ...more } });

/** "señor" in Latin-1, as sent by a client without UTF-8 support. */
const latin = Buffer.from('{"name":"señor"}', 'latin1');

test('a body that is not valid UTF-8 is rejected with a reason and not repaired', async () => {
  const cutOff = Buffer.from('{"name":"🎉').subarray(0, -1);
  for (const payload of [latin, cutOff, Buffer.from('{"name":"\ud83d"}', 'utf16le')]) {
    for (const type of [json, 'application/json; charset=utf-8', 'application/merge-patch+json']) {
      const answer = await post(payload, type);
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'malformed_json'], type);
      assert.match(answer.json().detail, /UTF-8/);
    }
  }
  const answer = await post(Buffer.from('name=señor', 'latin1'), form);
  assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_input']);
  assert.match(answer.json().detail, /UTF-8/);
});

test('accepts every text in UTF-8, with or without a byte order mark', async () => {
  const names = ['señor', '日本', '🎉', '\ufffd', ''];
  for (const name of names) {
    assert.deepEqual((await post(JSON.stringify({ name }), json)).json(), { name });
    assert.deepEqual((await post(`\ufeff${JSON.stringify({ name })}`, json)).json(), { name });
    assert.deepEqual((await post(`name=${encodeURIComponent(name)}`, form)).json(), { name });
    assert.deepEqual((await post(`name=${name}`, form)).json(), { name });
  }
});

test('accepts only the charsets that it can decode', async () => {
  for (const type of [json, form]) {
    const payload = type === json ? '{"a":"1"}' : 'a=1';
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"', '"Utf-8"', 'utf8', 'us-ascii', 'US-ASCII']) {
      for (const parameter of [`; charset=${charset}`, `;CHARSET=${charset}`, `; x=y;charset=${charset} `]) {
        const answer = await post(payload, type + parameter);
        assert.deepEqual([answer.statusCode, answer.json()], [200, { a: '1' }], type + parameter);
      }
    }
    for (const charset of ['iso-8859-2', 'utf-16', '"windows-1251"', 'utf-8859', '""']) {
      const answer = await post(payload, `${type}; charset=${charset}`);
      assert.deepEqual([answer.statusCode, answer.json().code], [415, 'unsupported_media_type'], charset);
      assert.match(answer.json().detail, /UTF-8/);
    }
  }
});

test('rejects a compressed body and names the accepted encoding', async () => {
  const packed: [string, Buffer][] = [
    ['gzip', gzipSync('{"a":"1"}')],
    ['br', brotliCompressSync('{"a":"1"}')],
    // A body that only claims to be compressed is rejected as well.
    ['GZIP', Buffer.from('{"a":"1"}')],
    ['identity, gzip', Buffer.from('{"a":"1"}')],
    ['of our own', Buffer.from('{"a":"1"}')],
  ];
  for (const type of [json, form, 'application/merge-patch+json']) {
    for (const [coding, payload] of packed) {
      const answer = await post(payload, type, { 'content-encoding': coding });
      assert.deepEqual([answer.statusCode, answer.json().code], [415, 'unsupported_media_type'], coding);
      assert.equal(answer.headers['accept-encoding'], 'identity');
      assert.match(answer.json().detail, /Content-Encoding/);
    }
    const plain = type === form ? 'a=1' : '{"a":"1"}';
    for (const coding of ['identity', 'Identity', 'identity, identity', '']) {
      const answer = await post(plain, type, { 'content-encoding': coding });
      assert.deepEqual([answer.statusCode, answer.json()], [200, { a: '1' }], coding);
    }
    assert.equal((await post('', type, { 'content-encoding': 'gzip' })).statusCode, 200, 'of no body');
  }
});

test('a body with charset ISO-8859-1 is decoded as that or as UTF-8, depending on its bytes', async () => {
  for (const charset of ['ISO-8859-1', 'iso-8859-1', 'latin1', 'windows-1252']) {
    const type = `application/json; charset=${charset}`;
    assert.deepEqual((await post(latin, type)).json(), { name: 'señor' });
    assert.deepEqual((await post('{"name":"señor"}', type)).json(), { name: 'señor' });
  }
});

test('decodes a form as browsers encode it, and keeps invalid percent sequences unchanged', async () => {
  const forms: [string, object][] = [
    ['a=1&b=two+words&c=%C3%A3%20x', { a: '1', b: 'two words', c: 'ã x' }],
    ['a=1&a=2&b', { a: ['1', '2'], b: '' }],
    ['a=100%&b=50+%25+or+%zz', { a: '100%', b: '50 % or %zz' }],
    ['a=%F1&b=%F5', { a: '%F1', b: '%F5' }],
    ['', {}],
  ];
  for (const [payload, read] of forms) {
    const answer = await post(payload, form);
    assert.deepEqual([answer.statusCode, answer.json()], [200, read], payload);
  }
  const refused = await post('a=x%00', form);
  assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'a']);
});

test('accepts a form of 100 fields and rejects a larger one with a reason', async () => {
  const fields = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_none, index) => `${name(index)}=1`).join('&');
  const taken = await post(
    fields(100, (index) => `n${index}`),
    form,
  );
  assert.deepEqual([taken.statusCode, Object.keys(taken.json()).length], [200, 100]);
  const refused = [fields(101, (index) => `n${index}`), fields(101, () => 'n'), '&'.repeat(1_000_000)];
  for (const payload of refused) {
    const answer = await post(payload, form);
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_input']);
    assert.equal(answer.json().detail, 'A form may have at most 100 fields.');
  }
});

test('decodes invalid percent sequences of a form without one exception each', async (t) => {
  const decode = t.mock.method(globalThis, 'decodeURIComponent');
  const payload = `a=${'%F1a'.repeat(250_000)}`;
  const answer = await post(payload, form);
  assert.deepEqual([answer.statusCode, answer.json()], [200, { a: payload.slice(2) }]);
  assert.ok(decode.mock.callCount() < 10, `${decode.mock.callCount()} calls`);
});

const nested = (levels: number, inner: string): string =>
  `${'[{"a":'.repeat(levels / 2)}${inner}${'}]'.repeat(levels / 2)}`;

test('decodes a form value in one pass, regardless of its number of encoded characters and plus signs', async (t) => {
  const made = t.mock.method(Buffer, 'from');
  const countMade = async (payload: string): Promise<number> => {
    const before = made.mock.callCount();
    const answer = await post(payload, form);
    assert.equal(answer.statusCode, 200);
    return made.mock.callCount() - before;
  };
  const few = await countMade(`a=${'b+'.repeat(2)}%20%FFb`);
  for (const unit of ['b+', '+', '%20', 'b%20', '%FFb', '%C3%A3b']) {
    const payload = `a=${unit.repeat(Math.floor(1_000_000 / unit.length))}`;
    assert.ok((await countMade(payload)) <= few, unit);
  }
});

test('accepts 64 levels of nesting and rejects deeper bodies, regardless of their content', async () => {
  assert.equal((await post(nested(64, '1'), json)).statusCode, 200);
  assert.equal((await post(nested(64, '"\\ud83c\\udf89"'), json)).statusCode, 200);
  const bodies = [
    nested(66, '1'),
    `{"a":${nested(64, '[]')}}`,
    nested(66, '"\\ud83c\\udf89"'),
    `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)},"b":"\\u0000"}`,
    `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
  ];
  for (const body of bodies) {
    const answer = await post(body, json);
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_input'], body.slice(0, 40));
    assert.equal(answer.json().detail, 'body must not be nested more than 64 levels deep');
  }
});

test('many brackets side by side do not count as depth', async () => {
  const list = Array.from({ length: 500 }, (_none, index) => ({ index, text: '{[{[' }));
  assert.deepEqual((await post(JSON.stringify({ list }), json)).json(), { list });
});

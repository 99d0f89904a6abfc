import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chooseCoding, compress, isCompressible } from './content-coding.ts';
import { matchesTag } from './add-representations.ts';

const preferences: [string | undefined, ReturnType<typeof chooseCoding>][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['zstd, compress', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=0.8, Br;q=0.5', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, *;q=0.1', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=0.5, *;q=0', 'gzip'],
  ['gzip;q=0.5, identity;q=1', undefined],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['identity;q=0, br ; q = 0.2', 'br'],
  ['br;q=2, gzip;q=x', undefined],
  [`${'x'.repeat(499)},br`, undefined],
];
for (const [header, coding] of preferences) {
  test(`${header?.slice(0, 40) ?? 'no header'} is answered with ${coding ?? 'the plain text'}`, () => {
    assert.equal(chooseCoding(header), coding);
  });
}

test('texts are compressed; pages, programs and images are not', () => {
  const kinds = [
    'application/json; charset=utf-8',
    'application/problem+json',
    'text/plain',
    'image/svg+xml',
  ];
  for (const kind of kinds) assert.ok(isCompressible(kind), kind);
  const others = ['text/html; charset=utf-8', 'text/event-stream', 'text/javascript', 'image/webp', ''];
  for (const kind of others) assert.ok(!isCompressible(kind), kind);
});

test('compressed text decompresses to the original', async () => {
  const text = 'São Paulo 🎈 '.repeat(500);
  const made = (coding: 'br' | 'gzip') =>
    new Promise<Buffer>((resolve, reject) =>
      compress(coding, text, (error, body) => (error ? reject(error) : resolve(body))),
    );
  assert.equal(brotliDecompressSync(await made('br')).toString(), text);
  assert.equal(gunzipSync(await made('gzip')).toString(), text);
});

const tags: [string | undefined, string, boolean][] = [
  [undefined, '"a"', false],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a"', 'W/"a"', true],
  ['"b","c"', '"a"', false],
  [' * ', '"a"', true],
  ['"*"', '"a"', false],
  ['"a,b"', '"a,b"', true],
  ['"a,b"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
];
for (const [header, tag, known] of tags) {
  test(`${header ?? 'no header'} ${known ? 'names' : 'does not name'} ${tag}`, () => {
    assert.equal(matchesTag(header, tag), known);
  });
}

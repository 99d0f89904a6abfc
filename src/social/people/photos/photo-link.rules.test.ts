import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPhotoAddress, readPhotoReference } from './photo-link.rules.ts';

const base = 'https://praca.example/social';
const name = 'abcdefghijklmnopqrstuv';
const read = (text: string) => readPhotoAddress(text, base);

for (const [text, link] of [
  ['https://photos.example/a.jpg', 'https://photos.example/a.jpg'],
  ['  https://Photos.Example:443/a.jpg#top ', 'https://photos.example/a.jpg'],
  ['https://photos.example/@ana/a b.jpg?w=1&h=2', 'https://photos.example/@ana/a%20b.jpg?w=1&h=2'],
  [
    `https://photos.example/"onerror=alert(1)'<script>?q="'<x>\``,
    'https://photos.example/%22onerror=alert(1)%27%3Cscript%3E?q=%22%27%3Cx%3E%60',
  ],
  ['https:\\\\photos.example\\a.jpg', 'https://photos.example/a.jpg'],
  ['https://photos.example/x/../%2e%2e/a.jpg', 'https://photos.example/a.jpg'],
  ['https://praca.example:8443/social/user/block/1', 'https://praca.example:8443/social/user/block/1'],
  ['https://bücher.example/é.jpg', 'https://xn--bcher-kva.example/%C3%A9.jpg'],
] as const) {
  test(`reads ${JSON.stringify(text)} as an external address, normalised`, () =>
    assert.deepEqual(read(text), { kind: 'elsewhere', link }));
}

for (const [text, found] of [
  [`${base}/photos/${name}`, { kind: 'stored', name }],
  [`${base}/photos/${name}/thumb?pass=x`, { kind: 'stored', name }],
  [`HTTPS://PRACA.EXAMPLE.:443/social/photos/${name}?pass=a.1.b`, { kind: 'stored', name }],
  [`${base}/portraits/town-1.svg`, { kind: 'portrait', link: '/portraits/town-1.svg' }],
  [`${base}/user/../portraits/town-1.svg`, { kind: 'portrait', link: '/portraits/town-1.svg' }],
] as const) {
  test(`reads ${text} as a picture of this server`, () => assert.deepEqual(read(text), found));
}

const id = '01a1e124-a094-738a-804c-1ba1d5a5d87f';
for (const text of [
  `${base}/portraits/../user/block/${id}`,
  `${base}/portraits/%2e%2e/user/block/${id}`,
  `${base}/portraits/.%2E/user/block/${id}?access_token=x`,
  `${base}/portraits/..%2fuser/block/${id}`,
  `${base}/portraits\\..\\user\\block\\${id}`,
  `${base}/photos/${name}/../../user/block/${id}`,
  `https://praca.example/user/block/${id}`,
  `https://praca.example./social/user/block/${id}`,
  `https://ana:secret@praca.example/social/user/block/${id}`,
  'https://praca.example/socials/photos/abcdefghijklmnopqrstuv',
  'https://praca.example/accounts/images/a.webp',
  'https://ana:secret@photos.example/a.jpg',
  'https://ana@photos.example/a.jpg',
]) {
  test(`rejects ${text}`, () => {
    const found = read(text);
    assert.equal('fault' in found && found.fault, 'not_allowed');
  });
}

for (const text of [
  'http://photos.example/a.jpg',
  'https://photos.example/a\n.jpg',
  'https://photos.example/\u0000a.jpg',
  'https://photos.example/a\u0085.jpg',
  'https://',
  'https://[1',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
]) {
  test(`rejects ${JSON.stringify(text)} as malformed`, () => {
    const found = read(text);
    assert.equal('fault' in found && found.fault, 'malformed');
  });
}

test('a normalised link has at most 2000 characters', () => {
  const long = read(`https://photos.example/${'"'.repeat(700)}`);
  assert.equal('fault' in long && long.fault, 'too_long');
});

test('rejects a link that is too long without parsing it, because normalising its host is slow', (context) => {
  const parse = context.mock.method(URL, 'canParse');
  const endless = read(`https://a${'\u0301\u0316'.repeat(20_000)}.example/a.jpg`);
  assert.equal('fault' in endless && endless.fault, 'too_long');
  assert.equal(parse.mock.callCount(), 0);
});

test('accepts http only if it is allowed', () => {
  const link = 'http://photos.example/a.jpg';
  assert.deepEqual(readPhotoAddress(link, base, { allowHttp: true }), { kind: 'elsewhere', link });
});

test('every accepted external link is normalised, fits the table and needs no escaping in HTML', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('..', '%2e', '"', "'", '<', '@', '\\', ' ', '#', '?', '`'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const found = read(`https://photos.example/${parts.join('/')}`);
      if (!('kind' in found) || found.kind !== 'elsewhere') return;
      assert.match(found.link, /^https:\/\/[^/?#@\s"'<>\\`]+(?:[/?#][^\s"'<>\\`]*)?$/);
      assert.deepEqual(read(found.link), found);
    }),
  );
});

test('reads a photo reference from an id, an address or a name', () => {
  const reference = (text: string) => readPhotoReference(text, base);
  assert.deepEqual(reference(id), { id });
  for (const text of [name, `${base}/photos/${name}?pass=a.1.b`, `${base}/photos/${name}/thumb`])
    assert.deepEqual(reference(text), { name });
  assert.deepEqual(reference(`${base}/portraits/town-1.svg`), { link: '/portraits/town-1.svg' });
  for (const link of ['https://photos.example/a.jpg', 'http://photos.example/a.jpg'])
    assert.deepEqual(reference(`${link}#top`), { link });
  for (const text of ['', 'x', `${name}x`, `${base}/user/perfil`, 'https://', '/photos/x'])
    assert.equal(reference(text), undefined, text);
});

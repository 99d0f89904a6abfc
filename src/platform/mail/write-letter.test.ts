import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { greetableName } from './write-letter.ts';

test('greets a person by name in any script', () => {
  const names = [
    'Ana',
    'João',
    'Jean-Luc',
    'Maria da Conceição',
    "O'Neil",
    'D’Arcy',
    'J. R.',
    'Sammy Davis Jr.',
    'Anna-Lena',
    'नरेन्द्र',
    '李小龍',
    'محمد',
    'Ñuñez',
    'a'.repeat(40),
  ];
  for (const name of names) assert.equal(greetableName(name), name.normalize('NFC'), name);
  assert.equal(greetableName('  Ana   Maria '), 'Ana Maria');
});

test('omits a name that could contain a message or a link', () => {
  const texts = [
    '',
    ' ',
    undefined,
    'evil.example',
    'www.evil.example',
    'Ana evil.com',
    'https://evil.example',
    'evil。com',
    'a/b',
    'a:b',
    'a@b',
    'Ana\nBuy now',
    'Ana\r\nX: y',
    'Ana\u2028Bea',
    'Ana\tBea',
    'Ana\u202eanA',
    'Win 1000',
    'Ana!',
    '<b>Ana</b>',
    '🎁 Ana',
    '-',
    "''",
    'a'.repeat(41),
    'word '.repeat(9),
  ];
  for (const text of texts) assert.equal(greetableName(text), undefined, JSON.stringify(text));
});

test('a name in a greeting contains only letters, marks, spaces, full stops, apostrophes and hyphens', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const name = greetableName(text);
      if (name === undefined) return;
      assert.match(name, /^[\p{L}\p{M} .'’-]{1,40}$/u);
      assert.doesNotMatch(name, /\.\S/);
    }),
  );
});

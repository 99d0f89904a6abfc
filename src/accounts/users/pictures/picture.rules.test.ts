import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import {
  colourOf,
  drawInitials,
  initialsFileName,
  initialsOf,
  readInitialsFileName,
} from './picture.rules.ts';

test('initials are the first letters, in any script', () => {
  const table: [string, string, string][] = [
    ['Ana', 'Souza', 'AS'],
    ['élodie', 'ångström', 'ÉÅ'],
    ['ßeta', 'ﬁn', 'ßﬁ'],
    ['李', '小龙', '李小'],
    ['हिन्दी', 'क्षेत्र', 'हि'],
    ['  maria ', '', 'M'],
    ['😀', '<script>', ''],
    ['4you', '‮evil', '4'],
    ['', '', ''],
  ];
  for (const [first, last, expected] of table) {
    assert.equal(initialsOf(first, last), expected, `${first} ${last}`);
  }
});

test('no name can put markup into a picture', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: anyCharacter }),
      fc.uuid(),
      (first, last, id) => {
        const initials = initialsOf(first, last.toWellFormed());
        const name = decodeURIComponent(initialsFileName(initials, colourOf(id)));
        const read = readInitialsFileName(name);
        assert.equal(read?.initials, initials);
        assert.equal([...drawInitials(initials, read.colour).matchAll(/[<>]/g)].length % 2, 0);
        assert.ok(!/[<>&"']/.test(initials));
      },
    ),
    { numRuns: 2000 },
  );
});

test('file names with other text are rejected', () => {
  for (const name of [
    'initials-<a>-1.svg',
    'initials-ABCDE-1.svg',
    'initials-A&B-1.svg',
    'initials-AB-9.svg',
    'initials-AB-10.svg',
    'initials-AB-1.svg/',
    'initials-A\n-1.svg',
    'AB-1.svg',
    'x-initials-AB-1.svg',
    'xinitials-AB-1.svg',
    '',
  ]) {
    assert.equal(readInitialsFileName(name), undefined, name);
  }
});

test('a user always has the same of eight colours, derived from the end of the id', () => {
  const colourAt = (end: string) => colourOf(`0190a5d0-ac96-774b-bcce-b302099a80${end}`);
  assert.deepEqual(['00', '07', '08', '1b', 'ff'].map(colourAt), [0, 7, 0, 3, 7]);
  assert.equal(colourOf('no id'), 0);
});

test('letters are composed, and a picture without letters shows a person', () => {
  assert.equal(initialsOf('e\u0301lodie', ''), '\u00c9');
  assert.match(drawInitials('', '#000000'), /<circle/);
  assert.match(drawInitials('AS', '#000000'), /<text[^>]*>AS<\/text>/);
  assert.doesNotMatch(drawInitials('AS', '#000000'), /<circle/);
});

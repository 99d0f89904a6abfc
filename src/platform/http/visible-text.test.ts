import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isVisibleText } from './visible-text.ts';

const shown: [string, string][] = [
  ['plain words', 'Padaria Central, Lisboa'],
  ['every accent', 'Ægir Ñandú Žofie Lưu'],
  ['Chinese', '王 小明'],
  ['two lines and a tab', 'Bread\r\n\tfor a week'],
  ['a family of four', '👨‍👩‍👧‍👦'],
  ['an emoji of a colour that is joined', '🧑🏽‍💻'],
  ['a heart on fire', '❤️‍🔥'],
  ['the rainbow flag', '🏳️‍🌈'],
  ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['a Persian plural', 'کتاب\u200Cها'],
  ['a Hindi conjunct', 'क्\u200Dष'],
  ['a Malayalam chillu', 'ന്\u200D'],
  ['Khmer with places to break', 'សួស្តី\u200Bពិភពលោក'],
  ['Hebrew with a mark of direction', 'שלום C++\u200E'],
  ['Arabic with a mark of direction', 'مرحبا\u061C 5'],
  ['an Arabic year sign', '\u0601 1999'],
];
for (const [name, text] of shown) {
  test(`${name} can be seen`, () => assert.equal(isVisibleText(text), true));
}

const hidden: [string, string][] = [
  ['a right-to-left override', 'invoice\u202Egpj.exe'],
  ['a left-to-right override', '\u202Dabc'],
  ['an embedding, also in Hebrew', 'שלום\u202Babc\u202C'],
  ['an isolate', '\u2066abc\u2069'],
  ['a zero-width space', 'Pay\u200BPal'],
  ['a word joiner', 'Pay\u2060Pal'],
  ['a byte order mark', '\uFEFFPayPal'],
  ['a soft hyphen', 'Pay\u00ADPal'],
  ['a joiner between Latin letters', 'Pay\u200DPal'],
  ['a non-joiner between Latin letters', 'Pay\u200CPal'],
  ['a joiner at the end of an emoji', '👨\u200D'],
  ['a mark of direction among Latin letters', 'Pay\u200EPal'],
  ['an escape character', '\u001B[2J'],
  ['a C1 control', 'a\u0085b'],
  ['a line separator', 'a\u2028b'],
  ['letters of the tag block', 'Pay\u{E0050}\u{E0061}Pal'],
  ['a Hangul filler', 'a\u3164b'],
  ['an interlinear annotation', '\uFFF9a\uFFFAb\uFFFB'],
  ['an invisible plus', 'a\u2064b'],
];
for (const [name, text] of hidden) {
  test(`${name} is refused`, () => assert.equal(isVisibleText(text), false));
}

test('one that turns the direction is refused wherever it stands', () => {
  const turning = fc.constantFrom(
    '\u202A',
    '\u202B',
    '\u202C',
    '\u202D',
    '\u202E',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  );
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      turning,
      fc.string({ unit: 'grapheme' }),
      (before, turn, after) => {
        assert.equal(isVisibleText(before + turn + after), false);
      },
    ),
  );
});

test('a long text is judged in no time that grows with its square', () => {
  assert.equal(isVisibleText('क्\u200D'.repeat(100_000)), true);
  assert.equal(isVisibleText(`${'👨\uFE0F'.repeat(100_000)}\u202E`), false);
});

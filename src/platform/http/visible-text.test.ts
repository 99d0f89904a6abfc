import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isReadableText,
  isVisibleLine,
  isVisibleText,
  onOneLine,
  removeHiddenCharacters,
} from './visible-text.ts';

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
  ['a keycap', '1\uFE0F\u20E3 first'],
  ['a sign that is to be shown as text', 'Praça™\uFE0E ☎\uFE0F'],
  ['a name with a form of its own', '葛\u{E0100}飾区 辻\u{E0101}'],
  ['a form of a Chinese character', '㐂\uFE00 。\uFE01'],
  ['a form of a mathematical sign', 'a ⊓\uFE00 b'],
  ['a form of a Mongolian letter', 'ᠠ\u180B'],
  ['a form of a Myanmar letter', 'က\uFE00'],
  ['Braille with its blank', '⠓⠊\u2800⠓⠊'],
  ['Korean', '한국어 텍스트'],
  ['spaces around', '\u00A0Ana\u3000'],
  ['nothing at all, which is a matter of length', ''],
];
for (const [name, text] of shown) {
  test(`accepts ${name}`, () => assert.equal(isVisibleText(text), true));
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
  ['a grapheme joiner', 'Pay\u034FPal'],
  ['a Hangul choseong filler', 'Pay\u115FPal'],
  ['a Hangul jungseong filler', 'Pay\u1160Pal'],
  ['a halfwidth Hangul filler', 'Pay\uFFA0Pal'],
  ['a Khmer vowel without ink', 'ក\u17B4'],
  ['a form of a Latin letter', 'Pay\uFE00Pal'],
  ['a form of a digit that is no keycap', '1\uFE0F23'],
  ['two forms of one sign', '葛\u{E0100}\u{E0101}'],
  ['a form that a Latin letter cannot have', 'Pay\u{E0100}Pal'],
  ['a form of a Mongolian letter after a Latin one', 'Pay\u180BPal'],
  ['an ignorable that is no character yet', 'Pay\uFFF0Pal'],
  ['an ignorable of the last plane that is no character yet', 'Pay\u{E0FFF}Pal'],
  ['a Braille blank alone', '\u2800'],
  ['a space alone', ' '],
  ['spaces of all kinds', ' \u00A0\u2003\u3000\t\r\n\u2800'],
];
for (const [name, text] of hidden) {
  test(`rejects ${name}`, () => assert.equal(isVisibleText(text), false));
}

test('rejects a direction-changing character at any position', () => {
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

test('checks a long text in linear time', () => {
  assert.equal(isVisibleText('क्\u200D'.repeat(100_000)), true);
  assert.equal(isVisibleText(`${'👨\uFE0F'.repeat(100_000)}\u202E`), false);
});

test('rejects every default-ignorable code point among Latin letters', () => {
  for (let code = 0; code <= 0x10_ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    assert.equal(isVisibleText(`a${character}b`), false, code.toString(16));
  }
});

for (const [name, text, left] of [
  ['a plain name', 'Ana Souza', 'Ana Souza'],
  ['a zero-width space within', 'Ana\u200B Souza', 'Ana Souza'],
  ['a byte order mark before and an override within', '\uFEFFAna\u202E Souza', 'Ana Souza'],
  ['a joined emoji', '👨\u200D👩\u200D👧 A\u00ADna', '👨\u200D👩\u200D👧 Ana'],
  ['a Persian name', 'علی\u200Cرضا', 'علی\u200Cرضا'],
  ['a Hebrew name with a mark and a zero-width space', 'דנה\u200F\u200B', 'דנה\u200F'],
  ['nothing that can be seen', '\u200B\u2060\u3164', ''],
] as const) {
  test(`removes the hidden characters of ${name}`, () => assert.equal(removeHiddenCharacters(text), left));
}

test('a text is readable if it is empty, or if it has a visible character and no control character', () => {
  for (const text of [
    '',
    'Oi',
    ' a ',
    '🎈',
    'soft\u00ADhyphen',
    '\u200Ba',
    'ك',
    '.',
    '한\u3164',
    'a\r\n\tb',
  ]) {
    assert.equal(isReadableText(text), true, JSON.stringify(text));
  }
  for (const text of [
    ' ',
    '\n\t',
    '\u200B',
    '\u2800\u2800',
    '\u3164',
    '\u00AD\u200D ',
    '\u202E',
    '\u{E0041}',
    '\uFE0F',
    'a\u0001',
    'a\u000bb',
    '\u007fa',
    'a\u0085b',
  ]) {
    assert.equal(isReadableText(text), false, JSON.stringify(text));
  }
});

test('removing hidden characters leaves a text visible, blank or empty, and a visible text unchanged', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\u200B', '\u202E', '\u200D', '\uFE0F', 'ا', '❤'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('');
      if (isVisibleText(text)) assert.equal(removeHiddenCharacters(text), text);
      // Removing one character may leave another without the context that allowed it.
      let left = text;
      for (let before = ''; left !== before;) [before, left] = [left, removeHiddenCharacters(left)];
      assert.ok(isVisibleText(left) || !isReadableText(left), JSON.stringify(left));
    }),
  );
});

test('a visible line is visible text without tabs and line ends', () => {
  for (const text of ['Ana Souza', '👨\u200D👩\u200D👧', 'علی\u200Cرضا', ''])
    assert.equal(isVisibleLine(text), true, text);
  for (const text of ['Ana\nSouza', 'Ana\r\nSouza', '\tAna', 'Ana\u2028Souza', 'Ana\u200B', ' \n'])
    assert.equal(isVisibleLine(text), false, JSON.stringify(text));
  assert.equal(onOneLine('Ana\r\n\tSouza\n'), 'Ana Souza ');
});

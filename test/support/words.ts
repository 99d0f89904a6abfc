import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Words } from '../../src/platform/console/organisations.ts';
import { languages } from '../../src/platform/http/language.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

/** Of all texts of some pages: each is there in every language, with the same names to fill in, and was translated. */
export function testWords(texts: Readonly<Record<string, Readonly<Record<string, Words>>>>): void {
  test('every text is there in every language, with the same names to fill in', () => {
    for (const [list, entries] of Object.entries(texts)) {
      for (const [key, text] of Object.entries(entries)) {
        const what = `${list} ${key}`;
        for (const language of languages) {
          assert.notEqual(text[language].trim(), '', what);
          assert.deepEqual(placeholders(text[language]), placeholders(text.en), what);
        }
        // Words that are the same in two languages are short.
        if (text.en.includes(' '))
          assert.ok(text.pt !== text.en && text.de !== text.en, `${what} was left in English`);
      }
    }
  });
}

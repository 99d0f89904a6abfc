import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, type Words } from '../../src/platform/http/language.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

/** Tests that each text of some pages exists in every language, with the same parameters, and was translated. */
export function testWords(texts: Readonly<Record<string, Readonly<Record<string, Words>>>>): void {
  test('every text exists in every language with the same parameters', () => {
    for (const [list, entries] of Object.entries(texts)) {
      for (const [key, text] of Object.entries(entries)) {
        const what = `${list} ${key}`;
        for (const language of languages) {
          assert.notEqual(text[language].trim(), '', what);
          assert.deepEqual(placeholders(text[language]), placeholders(text.en), what);
        }
        // Only single words may be equal in two languages.
        if (text.en.includes(' '))
          assert.ok(text.pt !== text.en && text.de !== text.en, `${what} was left in English`);
      }
    }
  });
}

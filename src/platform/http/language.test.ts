import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage, languageNames, pageLanguage } from './language.ts';

const preferences: [string | undefined, ReturnType<typeof chooseLanguage>][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['fr, ja', 'en'],
  ['pt', 'pt'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['fr, DE-ch', 'de'],
  ['en;q=0.5, de;q=0.9', 'de'],
  [' de ; q=0.1 , pt ; q=0.2', 'pt'],
  ['de, pt', 'de'],
  ['pt, de', 'pt'],
  ['de;q=0.9, pt', 'pt'],
  ['pt;q=0', 'en'],
  ['pt;q=0, de;q=0.1', 'de'],
  ['pt;q=1, de;q=1.0', 'pt'],
  ['de;xq=0.1, pt;q=0.5', 'de'],
  ['de;q=0.1x, pt;q=0.5', 'de'],
  [`${'x'.repeat(499)},pt`, 'en'],
  [`${'x'.repeat(497)},pt`, 'pt'],
];

for (const [header, language] of preferences) {
  test(`${header?.slice(0, 40) ?? 'no header'} is answered in ${language}`, () => {
    assert.equal(chooseLanguage(header), language);
  });
}

test('an explicitly requested language takes precedence over that of the browser', () => {
  assert.equal(pageLanguage('de', 'pt'), 'de');
  assert.equal(pageLanguage('fr', 'pt'), 'pt');
  assert.equal(pageLanguage(undefined, 'pt'), 'pt');
  assert.deepEqual(languageNames, { en: 'English', pt: 'Português', de: 'Deutsch' });
});

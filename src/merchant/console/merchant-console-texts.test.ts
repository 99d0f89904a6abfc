import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, type Words } from '../../platform/http/language.ts';
import { menuSections } from './menu-sections.ts';
import { overviewTexts } from './overview/overview-texts.ts';
import { formTexts, paymentActWords, paymentRefusals } from './payments/payment-form-texts.ts';
import { claimTexts } from '../payments/checkout/claims/claim-texts.ts';
import { linkStatusWords, refundLinkTexts } from './payments/refund-link-texts.ts';
import { paymentTexts } from './payments/payment-texts.ts';
import { recordWords } from './record-words.ts';
import { exceptionWords, statusWords } from './payments/payment-words.ts';

const texts: Record<string, Words> = {
  ...menuSections,
  ...recordWords,
  ...overviewTexts,
  ...paymentTexts,
  ...formTexts,
  ...refundLinkTexts,
  ...linkStatusWords,
  ...claimTexts,
  ...paymentActWords,
  ...paymentRefusals,
  ...exceptionWords,
  ...Object.fromEntries(
    Object.entries(statusWords).flatMap(([status, { label, meaning }]) => [
      [status, label],
      [`${status} means`, meaning],
    ]),
  ),
};

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole).toSorted();

test('every text exists in every language with the same placeholders, and no sentence is left untranslated', () => {
  for (const [key, words] of Object.entries(texts)) {
    for (const language of languages) {
      assert.notEqual(words[language].trim(), '', `${language} ${key}`);
      assert.deepEqual(placeholders(words[language]), placeholders(words.en), `${language} ${key}`);
      if (language !== 'en' && words.en.split(' ').length > 2) {
        assert.notEqual(words[language], words.en, `${language} ${key}`);
      }
    }
  }
});

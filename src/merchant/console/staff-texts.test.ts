import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, type Language } from '../../platform/http/language.ts';
import { healthTexts } from '../../platform/console/health/health-texts.ts';
import { alertTexts, alertWords, paymentAlertWords } from './staff-alerts/staff-alert-texts.ts';
import { chainFaults, chainTexts } from './staff-chains/staff-chain-texts.ts';
import { staffSections, staffTexts } from './staff-parts/staff-texts.ts';
import { adjustmentFaults, pspFaults, staffPspTexts } from './staff-psps/staff-psp-texts.ts';
import { heldTexts, payoutFaults, payoutTexts } from './staff-treasury/staff-payout-texts.ts';
import { ceilingFaults, treasuryTexts } from './staff-treasury/staff-treasury-texts.ts';

const all: Record<string, Readonly<Record<Language, Readonly<Record<string, string>>>>> = {
  healthTexts,
  alertTexts,
  chainTexts,
  staffTexts,
  staffPspTexts,
  heldTexts,
  payoutTexts,
  treasuryTexts,
};
const words = [
  ...Object.values(alertWords).flatMap(({ title, todo }) => [title, todo]),
  ...[
    paymentAlertWords,
    chainFaults,
    staffSections,
    adjustmentFaults,
    pspFaults,
    payoutFaults,
    ceilingFaults,
  ].flatMap((some) => Object.values(some)),
];
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

test('every text of the staff pages exists in every language with the same placeholders', () => {
  for (const [name, texts] of Object.entries(all)) {
    for (const language of languages) {
      assert.deepEqual(Object.keys(texts[language]), Object.keys(texts.en), name);
      for (const [key, text] of Object.entries(texts[language])) {
        assert.notEqual(text.trim(), '', `${name} ${language} ${key}`);
        assert.deepEqual(placeholders(text), placeholders(texts.en[key] ?? ''), `${name} ${language} ${key}`);
      }
    }
  }
  for (const word of words) {
    for (const language of languages) {
      assert.notEqual(word[language].trim(), '');
      assert.deepEqual(placeholders(word[language]), placeholders(word.en), word.en);
    }
  }
});

test('no sentence is left untranslated', () => {
  for (const [name, { en: english, ...others }] of Object.entries(all)) {
    for (const [language, texts] of Object.entries(others)) {
      const same = Object.entries(texts).filter(([key, text]) => text === english[key] && text.includes(' '));
      assert.deepEqual(
        same.filter(([, text]) => !/^(Client id|Client secret|Hot Wallets)$/.test(text)),
        [],
        `${name} ${language}`,
      );
    }
  }
  for (const word of words.filter(({ en }) => en.includes(' '))) {
    assert.notEqual(word.pt, word.en);
    assert.notEqual(word.de, word.en);
  }
});

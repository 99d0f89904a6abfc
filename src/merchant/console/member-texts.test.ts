import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../platform/http/language.ts';
import { customerTexts } from './customers/customer-texts.ts';
import { developerTexts } from './developers/developer-texts.ts';
import { sharedTexts } from './parts/shared-texts.ts';
import { rateTexts } from './rates/rate-texts.ts';
import { sandboxTexts } from './sandbox/sandbox-texts.ts';
import { reportTexts } from './statement/report-texts.ts';
import { statementTexts } from './statement/statement-texts.ts';
import { tradingTexts } from './trading/trading-texts.ts';
import { webhookTexts } from './webhooks/webhook-texts.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

const all: Record<string, Record<string, Record<string, string>>> = {
  sharedTexts,
  tradingTexts,
  customerTexts,
  statementTexts,
  reportTexts,
  rateTexts,
  webhookTexts,
  developerTexts,
  sandboxTexts,
};

test('every text exists in every language with the same placeholders, and no sentence is left untranslated', () => {
  for (const [name, texts] of Object.entries(all)) {
    const english = texts['en'] ?? {};
    for (const language of languages) {
      for (const [key, text] of Object.entries(texts[language] ?? {})) {
        assert.notEqual(text.trim(), '', `${name} ${language} ${key}`);
        assert.deepEqual(placeholders(text), placeholders(english[key] ?? ''), `${name} ${language} ${key}`);
        // Only texts of one or two words may be the same in two languages.
        const isSame = language !== 'en' && text === english[key] && !text.includes('{');
        assert.ok(!isSame || text.split(' ').length < 3, `${name} ${language} ${key}`);
      }
    }
  }
});

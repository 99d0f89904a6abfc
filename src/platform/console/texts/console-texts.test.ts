import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../http/language.ts';
import { invitationTexts, passwordTexts } from '../invitations/invitation-texts.ts';
import { memberRoles, staffRoles } from '../people/roles.rules.ts';
import { actWords, detailWords } from './act-words.ts';
import { consoleTexts } from './console-texts.ts';
import { menuWords } from './menu-words.ts';
import { roleHints, roleWords } from './role-words.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

test('every text exists in every language with the same placeholders', () => {
  const { en: english } = consoleTexts;
  for (const language of languages) {
    assert.deepEqual(Object.keys(consoleTexts[language]), Object.keys(english), language);
    for (const [key, text] of Object.entries(consoleTexts[language])) {
      assert.notEqual(text.trim(), '', `${language} ${key}`);
      assert.deepEqual(
        placeholders(text),
        placeholders(english[key as keyof typeof english]),
        `${language} ${key}`,
      );
    }
  }
});

test('no sentence is left untranslated', () => {
  const { en: english, ...others } = consoleTexts;
  for (const [language, texts] of Object.entries(others)) {
    const same = Object.entries(texts).filter(([key, text]) => text === english[key as keyof typeof english]);
    // Only single words may be the same in two languages.
    assert.deepEqual(
      same.filter(([, text]) => text.includes(' ')),
      [],
      language,
    );
  }
});

test('roles, acts, menu and mails have texts in every language', () => {
  const words = [
    ...staffRoles.flatMap((role) => [roleWords('staff', role), roleHints('staff', role)]),
    ...memberRoles.flatMap((role) => [roleWords('psp', role), roleHints('psp', role)]),
    ...Object.values(actWords),
    ...Object.values(detailWords),
    ...Object.values(menuWords).flatMap(({ label, hint }) => [label, hint]),
  ];
  for (const word of words) for (const language of languages) assert.notEqual(word[language].trim(), '');
  for (const mail of [invitationTexts, passwordTexts]) {
    for (const language of languages) {
      assert.deepEqual(
        placeholders(mail[language].paragraphs.join()),
        placeholders(mail.en.paragraphs.join()),
      );
    }
  }
});

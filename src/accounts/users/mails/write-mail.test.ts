import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../../platform/http/language.ts';
import { writeMail, type MailContents, type MailKind } from './send-mail.ts';
import { emailChangeTexts } from './email-change-texts.ts';
import { noticeTexts } from './notice-texts.ts';

const name = 'Ana';
const link = 'https://praca.example/accounts/confirm?token=t';
const contents: MailContents = {
  confirm: { name, link },
  already: {},
  recovery: { name, link, code: 'ABCD-EFGH' },
  codes_held: { name, link },
  new_address: { name, link },
  address_wanted: {},
  email_change_asked: { name, link, day: '2026-03-08' },
  email_changed: { name, link, day: '2026-03-08' },
  password_changed: { name },
  one_time_password: { name },
  erasure: { name, day: '2026-03-08' },
  erasure_taken_back: { name },
  wrong_codes: { name, count: '5', when: '1 March', network: '192.0.2.7' },
  totp_enabled: { name },
  totp_disabled: { name },
  recovery_codes_renewed: { name },
  recovery_code_used: { name },
  identity_linked: { name, provider: 'Google' },
  identity_unlinked: { name, provider: 'Google' },
  email_put_back: { name },
  email_returned: { name },
  signed_in_anew: { name, when: '1 March', device: 'Firefox on Linux', network: '192.0.2.7' },
};
const kinds = Object.keys(contents) as MailKind[];

test('every mail exists in every language, without empty placeholders', () => {
  for (const kind of kinds) {
    const written = languages.map((language) => writeMail(kind, language, contents[kind]));
    assert.equal(new Set(written.map(({ subject }) => subject)).size, languages.length, kind);
    for (const { subject, text, html } of written) {
      assert.ok(subject.length > 5 && subject.length < 60, subject);
      assert.doesNotMatch(`${subject}${text}${html}`, /[{}]|undefined/);
      for (const value of Object.values({ ...contents[kind] })) assert.ok(text.includes(value), kind);
    }
  }
});

test('every notice says what to do if another person made the change', () => {
  const phrases = { en: /If it was not you/, pt: /Se não foi você/, de: /Wenn du das nicht warst/ };
  const told = { ...noticeTexts, ...emailChangeTexts };
  for (const kind of Object.keys(told) as (keyof typeof told)[]) {
    for (const language of languages) {
      const { text, html } = writeMail(kind, language, contents[kind]);
      assert.match(text, phrases[language], kind);
      assert.match(html, phrases[language], kind);
    }
  }
});

test('a name that contains a message is left out of the greeting', () => {
  const strange = 'Ana, you won: https://evil.example/prize';
  for (const kind of kinds) {
    for (const language of languages) {
      const { subject, text, html } = writeMail(kind, language, {
        ...contents[kind],
        name: strange,
      });
      assert.doesNotMatch(`${subject}${text}${html}`, /evil|you won/);
      assert.match(text, /^(?:Hello|Olá|Guten Tag),\n\n/);
    }
  }
});

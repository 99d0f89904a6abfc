import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actKinds } from './act.rules.ts';
import { writeActMail } from './act-mail.rules.ts';

const act = {
  id: 'a',
  kind: 'suspend',
  reason: 'Threats 🚫',
  subject: null,
  createdAt: new Date(0),
} as const;

test('a mail contains the decision, the reason, the end in São Paulo time and the right to appeal', () => {
  const until = new Date('2026-12-24T03:00:00Z');
  const mail = writeActMail({ ...act, until }, 'en');
  assert.equal(mail?.subject, 'A decision about your profile');
  assert.match(
    mail.text,
    /^Your profile is suspended until Thursday.* 24 December 2026 at 00:00\.\n\nThreats 🚫\n\nIf you disagree, sign in to appeal/,
  );
  assert.match(writeActMail({ ...act, until }, 'pt')?.text ?? '', /24 de dezembro de 2026 às 00:00/);
  assert.match(
    writeActMail({ ...act, until: null }, 'de')?.text ?? '',
    /^Dein Profil ist für immer gesperrt\.\n/,
  );
  assert.match(
    writeActMail({ ...act, until: null }, 'fr')?.text ?? '',
    /^Your profile is suspended for good\.\n/,
  );
});

test('every act with a notice has texts in every language, and a dismissal has none', () => {
  for (const language of ['en', 'pt', 'de']) {
    const texts = actKinds.map((kind) => writeActMail({ ...act, kind, until: null }, language)?.text);
    assert.equal(texts.filter((text) => text === undefined).length, 1);
    assert.equal(new Set(texts).size, actKinds.length);
    assert.ok(!texts.join('').includes('{'));
  }
});

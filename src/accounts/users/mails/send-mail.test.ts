import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayDay, sayTime } from './send-mail.ts';

test('dates and times in mails are written in the mail’s language', () => {
  const at = new Date('2026-11-05T23:30:00Z');
  const languages = ['en', 'pt', 'de'] as const;
  assert.deepEqual(
    languages.map((language) => sayDay(at, language)),
    ['5 November 2026', '5 de novembro de 2026', '5. November 2026'],
  );
  assert.deepEqual(
    languages.map((language) => sayTime(at, language)),
    ['5 November 2026 at 23:30', '5 de novembro de 2026 às 23:30', '5. November 2026 um 23:30'],
  );
});

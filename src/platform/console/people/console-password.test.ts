import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePassword } from './console-password.ts';

test('a password has at least 15 characters, and is more than the e-mail address or a repetition', async () => {
  for (const [text, expected] of [
    ['four quiet horses', undefined],
    ['çãõéíúâêôàüñ☕😀🎉', undefined],
    ['fourteen chars', 'too_short'],
    ['😀'.repeat(14), 'too_short'],
    ['x'.repeat(257), 'too_long'],
    ['x'.repeat(100_000), 'too_long'],
    ['aaaaaaaaaaaaaaaaaaa', 'too_common'],
    ['maria.albuquerque2026', 'tells'],
    ['Maria.Albuquerque-and-a-good-rest', undefined],
  ] as const) {
    const chosen = await choosePassword(text, 'maria.albuquerque@example.com');
    assert.equal('fault' in chosen ? chosen.fault : undefined, expected, text.slice(0, 40));
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashToken, newToken } from './opaque-token.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns other texts that a lenient decoder reads as the same 32 bytes. */
function otherSpellings(token: string): string[] {
  const last = alphabet.indexOf(token.at(-1) ?? '');
  // The last of 43 characters has four bits of the token and two unused ones.
  const lastCharacters = [1, 2, 3].map((bits) => token.slice(0, -1) + alphabet[last ^ bits]);
  const standard = token.replaceAll('-', '+').replaceAll('_', '/');
  return [...lastCharacters, `${token}=`, `${token}A`, ` ${token}`, `${token}\n`, standard].filter(
    (spelling) => spelling !== token,
  );
}

test('a token has one encoding: another text with the same bytes is another token', () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const token = newToken();
    const spellings = otherSpellings(token);
    const sameBytes = spellings.filter((text) =>
      Buffer.from(text, 'base64url').equals(Buffer.from(token, 'base64url')),
    );
    assert.ok(sameBytes.length >= 4);
    for (const spelling of spellings) assert.notDeepEqual(hashToken(spelling), hashToken(token), spelling);
  }
});

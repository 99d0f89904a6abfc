import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatToken, parseToken } from './conversion-token.rules.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const secret = Buffer.alloc(32, 0xfb);

test("a token contains its quote's id and its secret", () => {
  const token = formatToken({ id, secret });
  assert.match(token, /^[\w-]{64}$/);
  assert.deepEqual(parseToken(token), { id, secret });
});

test('each token has exactly one spelling', () => {
  const token = formatToken({ id, secret });
  for (const other of [`${token}=`, `${token}a`, ` ${token}`, token.slice(1), token.replace('-', '+'), '']) {
    assert.equal(parseToken(other), undefined, other);
  }
});

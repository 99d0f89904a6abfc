import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { isGenuine, makeRefreshToken, newRefreshKey, readRefreshToken } from './refresh-token.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a refresh token is accepted in one spelling only', () => {
  const [key, sessionId] = [newRefreshKey(), randomUUID()];
  const token = makeRefreshToken(key, sessionId, 7);
  const stated = readRefreshToken(token);
  assert.ok(stated);
  assert.deepEqual([stated.sessionId, stated.generation, isGenuine(key, stated)], [sessionId, 7, true]);
  assert.equal(isGenuine(newRefreshKey(), stated), false);
  const isTaken = (text: string): boolean => {
    const read = readRefreshToken(text);
    return read?.sessionId === sessionId && isGenuine(key, read);
  };
  const [id = '', , mac = ''] = token.split('.');
  for (const letter of letters) {
    for (const text of [`${id.slice(0, -1)}${letter}.7.${mac}`, `${id}.7.${mac.slice(0, -1)}${letter}`])
      assert.equal(isTaken(text), text === token, text);
  }
  for (const text of [
    `${id}.6.${mac}`,
    `${id}.8.${mac}`,
    `${id}.70.${mac}`,
    `${id}.07.${mac}`,
    `${id}.7.${mac}=`,
    `${id}==.7.${mac}`,
    `${token}\n`,
    ` ${token}`,
    '',
  ])
    assert.equal(isTaken(text), false, text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '../../platform/tokens/opaque-token.ts';
import { readToken } from './find-session.ts';

test('https accepts only the __Host- cookie, which sibling hosts cannot set; http accepts only the plain one', () => {
  const [secure, plain] = [newToken(), newToken()];
  const read = (publicUrl: string, cookie: string) => readToken({ cookie }, { publicUrl })?.token;
  const both = `praca_session=${plain}; __Host-praca_session=${secure}`;
  assert.equal(read('https://praca.example', both), secure);
  assert.equal(read('http://localhost:8080', both), plain);
  assert.equal(read('https://praca.example', `praca_session=${plain}`), undefined);
  assert.equal(read('http://localhost:8080', `__Host-praca_session=${secure}`), undefined);
});

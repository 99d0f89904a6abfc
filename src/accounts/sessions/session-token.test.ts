import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '../../platform/tokens/opaque-token.ts';
import { carriedToken, isForeignRequest } from './session-token.ts';

test('with https only the cookie that no sibling host can set counts, else only the plain one', () => {
  const [secure, plain] = [newToken(), newToken()];
  const read = (publicUrl: string, cookie: string) => carriedToken({ cookie }, { publicUrl })?.token;
  const both = `praca_session=${plain}; __Host-praca_session=${secure}`;
  assert.equal(read('https://praca.example', both), secure);
  assert.equal(read('http://localhost:8080', both), plain);
  assert.equal(read('https://praca.example', `praca_session=${plain}`), undefined);
  assert.equal(read('http://localhost:8080', `__Host-praca_session=${secure}`), undefined);
});

test('a page elsewhere is told by whatever its browser sends, the best of it first', () => {
  const own = 'https://praca.example';
  const cases: [Record<string, string>, boolean][] = [
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin', referer: 'https://evil.example/' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, true],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ origin: own, referer: 'https://evil.example/' }, false],
    [{ origin: 'https://evil.example', referer: `${own}/` }, true],
    [{ origin: 'null' }, true],
    [{ referer: own }, false],
    [{ referer: `${own}/a/page?with=query` }, false],
    [{ referer: 'https://evil.example/' }, true],
    [{ referer: 'https://praca.example.evil.example/' }, true],
    [{ referer: 'https://praca.example@evil.example/' }, true],
    [{ referer: 'http://praca.example/' }, true],
    [{ referer: 'about:blank' }, true],
    [{ referer: 'no address' }, true],
  ];
  for (const [headers, foreign] of cases) {
    assert.equal(isForeignRequest(headers, { publicUrl: own }), foreign, JSON.stringify(headers));
  }
});

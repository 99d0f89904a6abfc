import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForeignRequest } from './foreign-request.ts';

test('detects a page of another origin by the most reliable header that its browser sends', () => {
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

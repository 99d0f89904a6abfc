import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../../platform/http/type.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { link } from './link.schemas.ts';

const body = Type.Object({ link });
function isTaken(text: string): boolean {
  try {
    requireBody(body, { link: text });
    return true;
  } catch {
    return false;
  }
}

test('a link has the scheme http or https and a host', () => {
  for (const text of [
    'https://a',
    'http://example.com/a?b#c',
    'https://[::1]:8080/',
    'https://bücher.example',
  ])
    assert.ok(isTaken(text), text);
  for (const text of [
    'https://',
    'http:///a',
    'https://?a',
    'https://#a',
    'https://:443',
    'https://@',
    'https://a b',
  ])
    assert.ok(!isTaken(text), text);
  for (const text of ['', 'example.com', '//example.com', 'ftp://example.com', 'javascript:alert(1)'])
    assert.ok(!isTaken(text), text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkUrl } from './link-url.rules.ts';

test('a link of our own gets our address, another keeps its own', () => {
  const baseUrl = 'https://example.org/social';
  assert.equal(linkUrl({ baseUrl }, '/portraits/1.svg'), 'https://example.org/social/portraits/1.svg');
  assert.equal(linkUrl({ baseUrl }, 'https://elsewhere.example/'), 'https://elsewhere.example/');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkUrl } from './link-url.rules.ts';

test('a path becomes a URL of this server, and another URL stays unchanged', () => {
  const baseUrl = 'https://example.org/social';
  assert.equal(linkUrl({ baseUrl }, '/portraits/1.svg'), 'https://example.org/social/portraits/1.svg');
  assert.equal(linkUrl({ baseUrl }, 'https://elsewhere.example/'), 'https://elsewhere.example/');
});

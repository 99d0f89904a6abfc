import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefersPage } from './accept.ts';

test('a browser that opens an address gets a page, and a program gets the type that it names', () => {
  const table: [accept: string | undefined, isPage: boolean][] = [
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true],
    ['text/html, */*', true],
    ['TEXT/HTML', true],
    ['text/html;q=0.9, application/json;q=0.5', true],
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/json, text/plain, */*', false],
    ['application/json, text/html', false],
    ['application/problem+json, text/html;q=0.9', false],
    ['text/html;q=0.1, */*', false],
    ['text/html;q=0', false],
    ['image/avif,image/webp,*/*;q=0.8', false],
  ];
  for (const [accept, isPage] of table) assert.equal(prefersPage(accept), isPage, accept);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownAddress } from '../../web/app/parts/own-address.ts';

test('pictures of ours are asked of the server that the page came from, and of nobody else', () => {
  for (const [url, asked] of [
    ['http://127.0.0.1:8080/social/photos/a.webp?pass=1', '/social/photos/a.webp?pass=1'],
    ['https://praca.example/social/portraits/town-1.svg', '/social/portraits/town-1.svg'],
    ['/social/posters/event-1.svg', '/social/posters/event-1.svg'],
    ['blob:https://praca.example/1', 'blob:https://praca.example/1'],
    ['https://elsewhere.example/a.jpg', ''],
    ['https://elsewhere.example/?/social/photos/a.webp', ''],
    ['javascript:alert(1)', ''],
    ['', ''],
  ] as const)
    assert.equal(ownAddress(url), asked, url);
});

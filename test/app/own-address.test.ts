import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyAddress, ownAddress } from '../../web/app/parts/own-address.ts';

test('addresses of our own pictures are reduced to paths on this origin, and foreign addresses to nothing', () => {
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

test('a picture at a foreign address is loaded from the server’s own copy', () => {
  assert.equal(copyAddress('https://elsewhere.example/a.jpg', 'event', 12), '/social/pictures/event/12');
  assert.equal(
    copyAddress('javascript:alert(1)', 'presentation', 0, 'pt'),
    '/social/pictures/presentation/0?language=pt',
  );
  assert.equal(copyAddress('/social/posters/event-1.svg', 'event', 1), '/social/posters/event-1.svg');
  assert.deepEqual([copyAddress(null, 'event', 1), copyAddress('', 'advertisement', '../x')], ['', '']);
  assert.equal(
    copyAddress('https://a.example/', 'advertisement', '../x'),
    '/social/pictures/advertisement/..%2Fx',
  );
});

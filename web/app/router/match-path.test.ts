import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPath, readParameters } from './match-path.ts';
import { places } from './places.ts';

test('matches every address of a screen, with or without a trailing slash', () => {
  for (const [name, { paths }] of Object.entries(places)) {
    for (const path of paths) {
      const address = path.replaceAll(/:\w+/g, 'x');
      assert.equal(matchPath(address)?.name, name, address);
      assert.equal(matchPath(`${address}/`)?.name, name, address);
    }
  }
  for (const address of ['/', '/app', '/app/', '/app/nowhere', '/app/me/nowhere', '/console', ''])
    assert.equal(matchPath(address), undefined, address);
});

test('decodes a path parameter and never returns an empty one', () => {
  assert.deepEqual(readParameters('/app/events/:id', '/app/events/12'), { id: '12' });
  assert.deepEqual(readParameters('/app/chat/:userId', '/app/chat/a%20b%2Fc'), { userId: 'a b/c' });
  assert.deepEqual(readParameters('/app/chat/:userId', '/app/chat/%E0%A4'), { userId: '%E0%A4' });
  assert.equal(readParameters('/app/events/:id', '/app/events/'), undefined);
  assert.equal(readParameters('/app/events/:id', '/app/events/1/2'), undefined);
});

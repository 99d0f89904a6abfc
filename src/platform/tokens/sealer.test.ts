import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSealer } from './sealer.ts';

const key = (): string => randomBytes(32).toString('base64');

test('a sealed value opens for the same purpose only', () => {
  const sealer = createSealer(key(), '');
  const sealed = sealer.seal('geheim 🔑', 'mail');
  assert.equal(sealer.open(sealed, 'mail'), 'geheim 🔑');
  assert.throws(() => sealer.open(sealed, 'signing key'));
  assert.ok(!sealed.includes('geheim'));
});

test('detects a changed byte at any position', () => {
  const sealer = createSealer(key(), '');
  const sealed = sealer.seal('secret', 'mail');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.throws(() => sealer.open(changed, 'mail'), `byte ${index}`);
  }
});

test('after a change of key, the previous key still opens and the new one seals', () => {
  const [old, next] = [key(), key()];
  const sealed = createSealer(old, '').seal('secret', 'mail');
  const changed = createSealer(next, old);
  assert.equal(changed.open(sealed, 'mail'), 'secret');
  const again = changed.seal('secret', 'mail');
  assert.equal(createSealer(next, '').open(again, 'mail'), 'secret');
  assert.throws(() => createSealer(next, '').open(sealed, 'mail'));
});

test('a keyed hash depends on text, purpose and key, and is also checked with the previous key', () => {
  const [old, next] = [key(), key()];
  const [before, after] = [createSealer(old, ''), createSealer(next, old)];
  const hash = before.keyedHash('code', 'mail');
  for (const other of [
    before.keyedHash('other', 'mail'),
    before.keyedHash('code', 'sign-in'),
    after.keyedHash('code', 'mail'),
  ])
    assert.ok(!other.equals(hash));
  assert.deepEqual(after.keyedHashes('code', 'mail'), [after.keyedHash('code', 'mail'), hash]);
});

test('rejects a key of the wrong length by its setting', () => {
  assert.throws(() => createSealer('c2hvcnQ=', ''), /SECRET_KEY must be 32 bytes/);
  assert.throws(() => createSealer(key(), 'c2hvcnQ='), /SECRET_KEY_PREVIOUS must be 32 bytes/);
});

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSealer } from '../../../platform/tokens/sealer.ts';
import { hashReadableCode, matchesReadableCode, newReadableCode } from './passwords.ts';

const key = (): string => randomBytes(32).toString('base64');
const [old, next] = [key(), key()];
const context = { sealer: createSealer(next, old) };

test('a code that was hashed with the previous key or without a key matches; one of another key does not', () => {
  const code = '7K10-MQ2X';
  const plain = createHash('sha256').update('7k10mq2x').digest();
  for (const expected of [hashReadableCode({ sealer: createSealer(old, '') }, code), plain])
    assert.ok(matchesReadableCode(context, expected, code));
  const other = hashReadableCode({ sealer: createSealer(key(), '') }, code);
  assert.ok(!matchesReadableCode(context, other, code));
  assert.ok(!hashReadableCode(context, code).equals(plain));
});

test('codes consist of groups of four characters that cannot be confused', () => {
  assert.match(newReadableCode(5), /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.match(newReadableCode(10), /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  assert.notEqual(newReadableCode(5), newReadableCode(5));
});

test('a code matches in every form that people type', () => {
  const expected = hashReadableCode(context, '7K10-MQ2X');
  for (const typed of ['7K10-MQ2X', '7k10mq2x', ' 7K1O MQ2X ', '7kio-mq2x', '7KLO-MQ2X']) {
    assert.ok(matchesReadableCode(context, expected, typed), typed);
  }
  for (const typed of ['', '7K10-MQ2Y', '7K10', '7K10-MQ2X-7K10-MQ2X']) {
    assert.ok(!matchesReadableCode(context, expected, typed), typed);
  }
});

test('no code matches if none is stored', () => {
  for (const missing of [null, undefined])
    assert.ok(!matchesReadableCode(context, missing, newReadableCode(10)));
});

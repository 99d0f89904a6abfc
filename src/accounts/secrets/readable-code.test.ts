import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashReadableCode, matchesReadableCode, newReadableCode } from './readable-code.ts';

test('codes consist of groups of four characters that nobody confuses', () => {
  assert.match(newReadableCode(5), /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.match(newReadableCode(10), /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  assert.notEqual(newReadableCode(5), newReadableCode(5));
});

test('a code matches as people type it', () => {
  const expected = hashReadableCode('7K10-MQ2X');
  for (const typed of ['7K10-MQ2X', '7k10mq2x', ' 7K1O MQ2X ', '7kio-mq2x', '7KLO-MQ2X']) {
    assert.ok(matchesReadableCode(expected, typed), typed);
  }
  for (const typed of ['', '7K10-MQ2Y', '7K10', '7K10-MQ2X-7K10-MQ2X']) {
    assert.ok(!matchesReadableCode(expected, typed), typed);
  }
});

test('nothing matches where no code was set', () => {
  for (const missing of [null, undefined]) assert.ok(!matchesReadableCode(missing, newReadableCode(10)));
});

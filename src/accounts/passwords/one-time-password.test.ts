import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOneTime, matchesOneTime, newCode, newOneTimePassword } from './one-time-password.ts';

test('one-time passwords and codes consist of groups of characters that nobody confuses', () => {
  assert.match(newOneTimePassword(), /^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  assert.match(newCode(), /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.notEqual(newCode(), newCode());
});

test('a code matches as people type it', () => {
  const expected = hashOneTime('7K10-MQ2X');
  for (const typed of ['7K10-MQ2X', '7k10mq2x', ' 7K1O MQ2X ', '7kio-mq2x', '7KLO-MQ2X']) {
    assert.ok(matchesOneTime(expected, typed), typed);
  }
  for (const typed of ['', '7K10-MQ2Y', '7K10', '7K10-MQ2X-7K10-MQ2X']) {
    assert.ok(!matchesOneTime(expected, typed), typed);
  }
});

test('nothing matches where no code was set', () => {
  for (const missing of [null, undefined]) assert.ok(!matchesOneTime(missing, newOneTimePassword()));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesFeed, type UserConfig } from './config.rules.ts';

const config: UserConfig = {
  woman: true,
  man: true,
  ageRangeStart: 18,
  ageRangeEnd: 99,
  newMessage: true,
  newCombination: true,
  notificationAlert: true,
};

test('the feed begins anew for each wish about people that changes, and for nothing else', () => {
  assert.equal(changesFeed(config, { ...config }), false);
  for (const change of [{ woman: false }, { man: false }, { ageRangeStart: 19 }, { ageRangeEnd: 98 }]) {
    assert.equal(changesFeed(config, { ...config, ...change }), true, JSON.stringify(change));
  }
  const quiet = { ...config, newMessage: false, newCombination: false, notificationAlert: false };
  assert.equal(changesFeed(config, quiet), false);
});

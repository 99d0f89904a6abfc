import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { UserConfig } from './config.rules.ts';
import { findConfig, lockConfig, updateConfig } from './config.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const [ana, bia] = [idOf(1), idOf(2)];

const usual: UserConfig = {
  woman: true,
  man: true,
  ageRangeStart: 18,
  ageRangeEnd: 99,
  newMessage: true,
  newCombination: true,
  notificationAlert: true,
  attendance: null,
  eventMail: true,
};

beforeEach(async () => {
  await sql`delete from social.users`;
  for (const id of [bia, ana]) await insertPerson(sql, id, now);
});

const configs = async (userId: string) => [
  await findConfig(sql, userId),
  await sql.begin((tx) => lockConfig(tx, userId)),
];

test('stores and returns every setting per user', async () => {
  const others = (await readRows(sql, 'social', 'users')).filter((row) => row['id'] === bia);
  for (const change of [
    { woman: false },
    { attendance: 'nobody' as const },
    { man: false },
    { ageRangeStart: 20 },
    { ageRangeEnd: 30 },
    { newMessage: false },
    { newCombination: false },
    { notificationAlert: false },
    { eventMail: false },
  ]) {
    const config = { ...usual, ...change };
    await sql.begin((tx) => updateConfig(tx, ana, config));
    assert.deepEqual(await configs(ana), [config, config]);
    assert.deepEqual(await configs(bia), [usual, usual]);
  }
  const rows = await readRows(sql, 'social', 'users');
  assert.deepEqual(
    rows.filter((row) => row['id'] === bia),
    others,
  );
  assert.deepEqual(await configs(idOf(9)), [undefined, undefined]);
});

test('locks only the settings of the user who changes them', async () => {
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => lockConfig(tx, ana)), 1);
});

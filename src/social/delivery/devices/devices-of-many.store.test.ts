import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { findDevicesOfMany } from './device.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

/** Each user has one device in a valid session. */
beforeEach(async () => {
  await sql`delete from social.presences`;
  await sql`delete from social.users`;
  for (const [index, id] of [ana, bia, eva].entries()) {
    await insertPerson(sql, id, now);
    await addSession(idOf(4 + index), id);
    await addDevice(id, 'phone', idOf(4 + index));
  }
});

const addSession = (id: string, userId: string, fields: object = {}) =>
  insertRow(sql, 'social', 'sessions', {
    id,
    user_id: userId,
    sealed_key: '',
    created_at: now,
    expires_at: at(1),
    ...fields,
  });
const addDevice = (userId: string, deviceId: string, sessionId: string | null, fields: object = {}) =>
  insertRow(sql, 'social', 'devices', {
    user_id: userId,
    device_id: deviceId,
    endpoint: `${userId} ${deviceId}`,
    session_id: sessionId,
    created_at: now,
    updated_at: now,
    ...fields,
  });
const found = async (...userIds: string[]) => foundBy({ isAlways: false }, userIds);
const foundBy = async (by: { isAlways: boolean }, userIds: readonly string[]) =>
  (await sql.begin((tx) => findDevicesOfMany(tx, userIds, now, by)))
    .map(({ userId, deviceId, platform }) => `${userId.slice(-1)} ${deviceId} ${platform}`)
    .toSorted()
    .join(', ');

test('finds all devices of the given users and no others', async () => {
  await addDevice(ana, 'watch', idOf(4), { platform: 'apns' });
  assert.equal(await found(ana, bia, idOf(9)), '1 phone web, 1 watch apns, 2 phone web');
  assert.equal(await found(eva), '3 phone web');
  assert.equal(await found(), '');
});

test('does not notify a device whose session has ended or expired, even if the user has others', async () => {
  await addSession(idOf(7), ana, { ended_at: now });
  await addSession(idOf(8), ana, { expires_at: now });
  await addDevice(ana, 'ended', idOf(7));
  await addDevice(ana, 'expired', idOf(8));
  await addDevice(ana, 'none', null);
  assert.equal(await found(ana), '1 phone web');
});

test('does not notify users who are deleted, suspended or have turned alerts off', async () => {
  const both = '1 phone web, 2 phone web';
  const withFields = async (fields: object) => {
    await sql`
      update social.users u set (deleted_at, suspended_until, notify_alert) = (
        select deleted_at, suspended_until, notify_alert
        from jsonb_populate_record(u, ${sql.json(fields)}::jsonb))
      where id = ${ana}`;
    return found(ana, bia);
  };
  assert.equal(await withFields({}), both);
  assert.equal(await withFields({ deleted_at: now }), '2 phone web');
  assert.equal(await withFields({ deleted_at: null, suspended_until: at(1) }), '2 phone web');
  assert.equal(await withFields({ suspended_until: now }), both);
  assert.equal(await withFields({ notify_alert: false }), '2 phone web');
  assert.equal(await foundBy({ isAlways: true }, [ana, bia]), both, 'but gets mandatory notifications');
});

test('does not notify connected users', async () => {
  const connected = (userId: string, until: Date) =>
    insertRow(sql, 'social', 'presences', { user_id: userId, process_id: idOf(9), until });
  await connected(ana, at(1));
  await connected(bia, now);
  assert.equal(await found(ana, bia, eva), '2 phone web, 3 phone web');
});

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import { endSession, endUserSessions, removeOldSessions } from '../../access/sessions/session.store.ts';
import {
  deleteDevice,
  deleteGoneDevice,
  findDevice,
  findDevicesOfUser,
  findDevicesToNotify,
  findPushKeys,
  insertPushKeys,
  upsertDevice,
} from './device.store.ts';

const sql = await useTestSql();
const [anna, bruno] = [newId(), newId()];
const sessionOf = new Map([
  [anna, newId()],
  [bruno, newId()],
]);
const weekMs = 7 * 24 * 60 * 60 * 1000;
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

before(async () => {
  for (const id of [anna, bruno]) {
    await sql`
      insert into social.users (id, provider, login_id, name, last_active_at, created_at)
      values (${id}, 'test', ${id}, 'P', ${now}, ${now})`;
    await addSession(id, sessionOf.get(id) ?? '');
  }
});
beforeEach(() => sql`delete from social.devices`);

const addSession = (userId: string, id: string) => sql`
  insert into social.sessions (id, user_id, sealed_key, created_at, expires_at)
  values (${id}, ${userId}, '', ${now}, ${at(weekMs)})`;

const register = (
  userId: string,
  deviceId: string,
  endpoint: string,
  ms = 0,
  most = 3,
  sessionId = sessionOf.get(userId) ?? '',
) =>
  sql.begin((tx) =>
    upsertDevice(
      tx,
      {
        userId,
        sessionId,
        deviceId,
        platform: 'web',
        endpoint,
        environment: null,
        language: 'pt',
        sealedKeys: Buffer.from(endpoint),
      },
      most,
      at(ms),
    ),
  );

async function devices(): Promise<string[]> {
  const rows = await readRows(sql, 'social', 'devices');
  return rows
    .map(
      (row) =>
        `${row['user_id'] === anna ? 'anna' : 'bruno'} ${String(row['device_id'])} ${String(row['endpoint'])}`,
    )
    .toSorted((a, b) => (a < b ? -1 : 1));
}

test('a browser belongs only to the user who signed in there last', async () => {
  await register(anna, 'phone', 'a');
  await register(bruno, 'phone', 'b');
  assert.deepEqual(await devices(), ['anna phone a', 'bruno phone b']);
  await register(bruno, 'laptop', 'a');
  assert.deepEqual(await devices(), ['bruno laptop a', 'bruno phone b']);
  await register(bruno, 'phone', 'a');
  assert.deepEqual(await devices(), ['bruno phone a'], 'under another name of the same user too');
});

test('renewing a subscription keeps the creation time of the device', async () => {
  assert.deepEqual(await register(anna, 'phone', 'a'), now);
  assert.deepEqual(await register(anna, 'phone', 'c', 5), now);
  const [row] = await readRows(sql, 'social', 'devices');
  assert.deepEqual([row?.['endpoint'], row?.['updated_at']], ['c', at(5).toISOString()]);
  assert.deepEqual((await findDevice(sql, anna, 'phone'))?.sealedKeys, Buffer.from('c'));
});

test('keeps only the newest devices of a user', async () => {
  await register(bruno, 'old', 'o', -9);
  await register(anna, 'c', '1', 1);
  await register(anna, 'b', '2', 2);
  await register(anna, 'a', '3', 2);
  assert.equal((await devices()).length, 4);
  await register(anna, 'd', '4', 3, 2);
  assert.deepEqual(await devices(), ['anna a 3', 'anna d 4', 'bruno old o']);
});

test('finds and removes a device by its user and its name or address', async () => {
  await register(anna, 'phone', 'a', 1);
  await register(anna, 'laptop', 'b');
  await register(bruno, 'phone', 'c');
  assert.equal((await findDevice(sql, anna, 'phone'))?.endpoint, 'a');
  assert.equal((await findDevice(sql, bruno, 'phone'))?.endpoint, 'c');
  assert.equal(await findDevice(sql, bruno, 'laptop'), undefined);
  assert.deepEqual(
    (await findDevicesOfUser(sql, anna)).map(({ deviceId }) => deviceId),
    ['laptop', 'phone'],
  );
  await sql.begin((tx) => deleteGoneDevice(tx, bruno, 'a', at(1)));
  assert.equal(await sql.begin((tx) => deleteDevice(tx, bruno, 'laptop')), 0);
  assert.equal((await devices()).length, 3);
  await sql.begin((tx) => deleteGoneDevice(tx, anna, 'a', now));
  assert.equal((await devices()).length, 3, 'a device registered again since then is not deleted');
  await sql.begin((tx) => deleteGoneDevice(tx, anna, 'a', at(1)));
  assert.deepEqual(await devices(), ['anna laptop b', 'bruno phone c']);
  assert.equal(await sql.begin((tx) => deleteDevice(tx, bruno, 'phone')), 1);
  assert.deepEqual(await devices(), ['anna laptop b']);
});

test('devices of the same age are listed by name', async () => {
  await register(anna, 'b', '1');
  await register(anna, 'a', '2');
  assert.deepEqual(
    (await findDevicesOfUser(sql, anna)).map(({ deviceId }) => deviceId),
    ['a', 'b'],
  );
});

test('does not notify users who are connected, inactive, or have turned notifications off', async () => {
  await register(anna, 'phone', 'a');
  await register(bruno, 'phone', 'b');
  const wanted = {
    notify_alert: true,
    notify_message: true,
    notify_combination: true,
    deleted_at: null,
    suspended_until: now,
  };
  const notified = async (fields: object = {}) => {
    await sql`
      update social.users u set (notify_alert, notify_message, notify_combination, deleted_at, suspended_until) = (
        select notify_alert, notify_message, notify_combination, deleted_at, suspended_until
        from jsonb_populate_record(u, ${sql.json({ ...wanted, ...fields })}::jsonb))
      where id = ${anna}`;
    const found = await Promise.all(
      (['newMessage', 'newCombination', 'none', 'always'] as const).map((by) =>
        findDevicesToNotify(sql, anna, by, now),
      ),
    );
    return found.map((devices) => devices.length);
  };
  assert.deepEqual(await notified(), [1, 1, 1, 1]);
  assert.deepEqual(await notified({ notify_message: false }), [0, 1, 1, 1]);
  assert.deepEqual(await notified({ notify_combination: false }), [1, 0, 1, 1]);
  assert.deepEqual(await notified({ notify_alert: false }), [0, 0, 0, 1]);
  assert.deepEqual(await notified({ deleted_at: now }), [0, 0, 0, 0]);
  assert.deepEqual(await notified({ suspended_until: at(1) }), [0, 0, 0, 0]);
  const present = async (userId: string, ms: number) => {
    await sql`delete from social.presences`;
    await sql`insert into social.presences values (${userId}, ${newId()}, ${at(ms)})`;
    return (await notified())[0];
  };
  assert.deepEqual([await present(anna, 1), await present(anna, 0), await present(bruno, 1)], [0, 1, 1]);
  await sql`delete from social.presences`;
});

test('a device belongs to the session that registered it last and is deleted with it', async () => {
  const [first, second] = [newId(), newId()];
  for (const id of [first, second]) await addSession(anna, id);
  const found = async (ms = 0) =>
    (await findDevicesToNotify(sql, anna, 'none', at(ms))).map(({ deviceId }) => deviceId);
  await register(anna, 'phone', 'p', 0, 9, first);
  await register(anna, 'tablet', 't', 0, 9, second);
  await register(anna, 'watch', 'w', 0, 9, first);
  await register(anna, 'watch', 'w', 0, 9, second);
  await sql.begin((tx) => endSession(tx, first, now));
  assert.deepEqual(await devices(), ['anna tablet t', 'anna watch w']);
  assert.equal(await register(anna, 'phone', 'p', 0, 9, first), undefined, 'none for an ended session');
  assert.equal(
    await register(bruno, 'phone', 'p', 0, 9, second),
    undefined,
    'nor for another user’s session',
  );
  assert.equal(
    await register(anna, 'phone', 'p', weekMs, 9, second),
    undefined,
    'nor for an expired session',
  );
  assert.deepEqual(await found(weekMs - 1), ['tablet', 'watch']);
  assert.deepEqual(await found(weekMs), []);
  await register(bruno, 'phone', 'b');
  await sql.begin((tx) => endUserSessions(tx, anna, now));
  assert.deepEqual(await devices(), ['bruno phone b']);
  for (const id of [first, second]) await sql`delete from social.sessions where id = ${id}`;
  await sql`update social.sessions set ended_at = null`;
});

test('a device without a session is not notified', async () => {
  await sql`
    insert into social.devices (user_id, device_id, endpoint, sealed_keys, created_at, updated_at)
    values (${anna}, 'phone', 'a', '\\x01', ${now}, ${now})`;
  assert.equal((await findDevicesToNotify(sql, anna, 'none', now)).length, 0);
  await register(anna, 'phone', 'a');
  assert.equal((await findDevicesToNotify(sql, anna, 'none', now)).length, 1);
});

test('deleting an expired session deletes its devices', async () => {
  const old = newId();
  await addSession(bruno, old);
  await register(bruno, 'phone', 'b', 0, 3, old);
  await sql`update social.sessions set expires_at = ${at(-1)} where id = ${old}`;
  assert.equal((await findDevicesToNotify(sql, bruno, 'none', now)).length, 0);
  assert.equal(await removeOldSessions(sql, now, 10), 1);
  assert.deepEqual(await devices(), []);
});

test('stores the keys only once', async () => {
  const keys = (publicKey: string) => ({ publicKey, sealedPrivateKey: Buffer.from(publicKey) });
  await sql`delete from social.push_keys`;
  assert.equal(await findPushKeys(sql), undefined);
  for (const name of ['first', 'second']) await sql.begin((tx) => insertPushKeys(tx, keys(name), now));
  assert.deepEqual({ ...(await findPushKeys(sql)) }, keys('first'));
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { readRows } from '../../../test/support/table-rows.ts';
import { newId } from '../../platform/ids.ts';
import { openDatabase, type Sql } from '../../platform/postgres/client/database.ts';
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

let database: TestDatabase;
let sql: Sql;
const [anna, bruno] = [newId(), newId()];
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase({ connection: database.connection, poolSize: 2, applicationName: 'test' });
  for (const id of [anna, bruno]) {
    await sql`
      insert into social.users (id, provider, login_id, name, last_active_at, created_at)
      values (${id}, 'test', ${id}, 'P', ${now}, ${now})`;
  }
});
after(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(() => sql`delete from social.devices`);

const register = (userId: string, deviceId: string, endpoint: string, ms = 0, most = 3) =>
  sql.begin((tx) =>
    upsertDevice(tx, { userId, deviceId, endpoint, sealedKeys: Buffer.from(endpoint) }, most, at(ms)),
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

test('a browser is the device of whoever signed in there last, and of nobody else', async () => {
  await register(anna, 'phone', 'a');
  await register(bruno, 'phone', 'b');
  assert.deepEqual(await devices(), ['anna phone a', 'bruno phone b']);
  await register(bruno, 'laptop', 'a');
  assert.deepEqual(await devices(), ['bruno laptop a', 'bruno phone b']);
  await register(bruno, 'phone', 'a');
  assert.deepEqual(await devices(), ['bruno phone a'], 'under another name of one’s own too');
});

test('a device that subscribes anew keeps its beginning', async () => {
  assert.deepEqual(await register(anna, 'phone', 'a'), now);
  assert.deepEqual(await register(anna, 'phone', 'c', 5), now);
  const [row] = await readRows(sql, 'social', 'devices');
  assert.deepEqual([row?.['endpoint'], row?.['updated_at']], ['c', at(5).toISOString()]);
  assert.deepEqual((await findDevice(sql, anna, 'phone'))?.sealedKeys, Buffer.from('c'));
});

test('of one user’s devices the newest stay', async () => {
  await register(bruno, 'old', 'o', -9);
  await register(anna, 'c', '1', 1);
  await register(anna, 'b', '2', 2);
  await register(anna, 'a', '3', 2);
  assert.equal((await devices()).length, 4);
  await register(anna, 'd', '4', 3, 2);
  assert.deepEqual(await devices(), ['anna a 3', 'anna d 4', 'bruno old o']);
});

test('a device is found and removed by its user and its name or address', async () => {
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
  await sql.begin((tx) => deleteGoneDevice(tx, bruno, 'a'));
  assert.equal(await sql.begin((tx) => deleteDevice(tx, bruno, 'laptop')), 0);
  assert.equal((await devices()).length, 3);
  await sql.begin((tx) => deleteGoneDevice(tx, anna, 'a'));
  assert.deepEqual(await devices(), ['anna laptop b', 'bruno phone c']);
  assert.equal(await sql.begin((tx) => deleteDevice(tx, bruno, 'phone')), 1);
  assert.deepEqual(await devices(), ['anna laptop b']);
});

test('devices of one age are listed by name', async () => {
  await register(anna, 'b', '1');
  await register(anna, 'a', '2');
  assert.deepEqual(
    (await findDevicesOfUser(sql, anna)).map(({ deviceId }) => deviceId),
    ['a', 'b'],
  );
});

test('whoever is there, or does not want to hear of it, is not notified', async () => {
  await register(anna, 'phone', 'a');
  await register(bruno, 'phone', 'b');
  const wanted = { notify_alert: true, notify_message: true, notify_combination: true, deleted_at: null };
  const notified = async (kind: 'message' | 'combination', fields: object = {}) => {
    await sql`
      update social.users u set (notify_alert, notify_message, notify_combination, deleted_at) = (
        select notify_alert, notify_message, notify_combination, deleted_at
        from jsonb_populate_record(u, ${sql.json({ ...wanted, ...fields })}::jsonb))
      where id = ${anna}`;
    return (await findDevicesToNotify(sql, anna, kind, now)).length;
  };
  assert.deepEqual([await notified('message'), await notified('combination')], [1, 1]);
  const noMessages = { notify_message: false };
  assert.deepEqual(
    [await notified('message', noMessages), await notified('combination', noMessages)],
    [0, 1],
  );
  const noCombinations = { notify_combination: false };
  assert.deepEqual(
    [await notified('message', noCombinations), await notified('combination', noCombinations)],
    [1, 0],
  );
  assert.equal(await notified('message', { notify_alert: false }), 0);
  assert.equal(await notified('message', { deleted_at: now }), 0);
  const present = async (userId: string, ms: number) => {
    await sql`delete from social.presences`;
    await sql`insert into social.presences values (${userId}, ${newId()}, ${at(ms)})`;
    return notified('message');
  };
  assert.deepEqual([await present(anna, 1), await present(anna, 0), await present(bruno, 1)], [0, 1, 1]);
});

test('the keys are made once', async () => {
  const keys = (publicKey: string) => ({ publicKey, sealedPrivateKey: Buffer.from(publicKey) });
  await sql`delete from social.push_keys`;
  assert.equal(await findPushKeys(sql), undefined);
  for (const name of ['first', 'second']) await sql.begin((tx) => insertPushKeys(tx, keys(name), now));
  assert.deepEqual({ ...(await findPushKeys(sql)) }, keys('first'));
});

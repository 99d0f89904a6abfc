import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertUser, listColumn } from '../../../../test/support/account-rows.ts';
import { hexOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  deleteAddresses,
  deleteDevices,
  findPlace,
  insertDevice,
  rememberAddress,
  touchDevice,
} from './known-place.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const bytes = (text: string) => Buffer.from(text.padEnd(8));
const hex = (text: string) => hexOf(bytes(text));
let anna: string;
let bruno: string;

beforeEach(async () => {
  await sql`delete from accounts.users`;
  [bruno, anna] = [newId(), newId()];
  // Inserts Bruno first, so that a statement without the right condition changes his row.
  await user(bruno, 'bruno');
  await user(anna, 'anna');
});

const within = <T>(work: (tx: Tx) => Promise<T> | T): Promise<T> => sql.begin(async (tx) => work(tx));
const user = (id: string, name: string, fields: object = {}) => insertUser(sql, id, name, now, fields);
const all = (table: string, column: string) => listColumn(sql, table, column);

test('finds the known address and device of one user only', async () => {
  const known = (userId: string, address: string, ms: number) =>
    insertRow(sql, 'accounts', 'known_addresses', { user_id: userId, address, last_used_at: at(ms) });
  const device = (userId: string, name: string, ms: number) =>
    insertRow(sql, 'accounts', 'known_devices', {
      token_hash: hex(name),
      user_id: userId,
      description: '',
      created_at: now,
      last_used_at: at(ms),
    });
  await known(bruno, 'here', 1);
  await known(anna, 'there', 2);
  await known(anna, 'here', 3);
  await device(bruno, 'x', 4);
  await device(anna, 'y', 5);
  await device(anna, 'z', 6);
  await device(anna, 'w', 7);
  const find = async (userId: string | null, address: string, ...devices: string[]) => {
    const place = await within((tx) => findPlace(tx, { userId, address, deviceHashes: devices.map(bytes) }));
    return [place?.address_used_at?.getTime() ?? 0, place?.device_hash?.toString().trim()];
  };
  assert.deepEqual(await find(anna, 'here', 'x', 'y', 'z'), [at(3).getTime(), 'z']);
  assert.deepEqual(await find(bruno, 'there', 'y'), [0, undefined]);
  assert.deepEqual(await find(null, 'here', 'x'), [0, undefined]);
});

test('updates a known address once a day or for a new program, and deletes by user', async () => {
  const know = (ms: number, renewBefore: number, ...programs: string[]) =>
    within((tx) =>
      rememberAddress(tx, {
        userId: anna,
        address: 'here',
        now: at(ms),
        renewBefore: at(renewBefore),
        programs,
      }),
    );
  await know(1, 0, 'a');
  const row = async () => {
    const [found] = await readRows(sql, 'accounts', 'known_addresses');
    return [found?.['last_used_at'], found?.['programs']];
  };
  await know(2, 1, 'a');
  assert.deepEqual(await row(), [at(1).toISOString(), ['a']], 'not yet');
  await know(3, 2, 'a');
  assert.deepEqual(await row(), [at(3).toISOString(), ['a']]);
  await know(4, 0, 'b');
  assert.deepEqual(await row(), [at(4).toISOString(), ['b', 'a']], 'a new program');
  for (const program of ['c', 'd', 'e', 'f', 'g', 'h', 'i']) await know(5, 0, program);
  assert.deepEqual((await row())[1], ['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b'], 'eight of them');
  await insertRow(sql, 'accounts', 'known_addresses', { user_id: bruno, address: 'here', last_used_at: now });
  await within((tx) => deleteAddresses(tx, anna));
  assert.equal(await all('known_addresses', 'user_id'), bruno);
});

test('a new device replaces the least recently used one of the same user', async () => {
  const add = (userId: string, name: string, ms: number, most = 2) =>
    within((tx) =>
      insertDevice(tx, { tokenHash: bytes(name), userId, description: name, now: at(ms) }, most),
    );
  await add(bruno, 'x', -9);
  await add(anna, 'b', 1);
  await add(anna, 'a', 2);
  await add(anna, 'c', 3);
  assert.equal(await all('known_devices', 'description'), 'a,c,x');
  await within((tx) => touchDevice(tx, bytes('a'), 'a2', at(9)));
  await add(anna, 'd', 10);
  assert.equal(await all('known_devices', 'description'), 'a2,d,x');
  await within((tx) => deleteDevices(tx, anna, [bytes('d')]));
  assert.equal(await all('known_devices', 'description'), 'd,x');
  await within((tx) => touchDevice(tx, bytes('d'), 'd', at(12)));
  await add(anna, 'f', 12);
  await add(anna, 'e', 13);
  assert.equal(
    await all('known_devices', 'description'),
    'd,e,x',
    'of two at the same moment the one with the lower hash stays',
  );
});

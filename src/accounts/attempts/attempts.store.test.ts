import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertUser, listColumn } from '../../../test/support/account-rows.ts';
import { hexOf, insertRow, readRows } from '../../../test/support/table-rows.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import {
  deleteAddresses,
  deleteAttempts,
  deleteAttemptsBefore,
  findStanding,
  forgiveAndKnow,
  lockAttempts,
  updateAttempts,
  upsertAttempt,
} from './attempts.store.ts';
import { deleteDevices, insertDevice, touchDevice } from './known-device.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const bytes = (text: string) => Buffer.from(text.padEnd(8));
const hex = (text: string) => hexOf(bytes(text));
let anna: string;
let bruno: string;

beforeEach(async () => {
  for (const table of ['attempts', 'users']) await sql`delete from accounts.${sql.identifier(table)}`;
  [bruno, anna] = [newId(), newId()];
  // The other first, so that it is met before the own.
  await user(bruno, 'bruno');
  await user(anna, 'anna');
});

const within = <T>(work: (tx: Tx) => Promise<T> | T): Promise<T> => sql.begin(async (tx) => work(tx));
const user = (id: string, name: string, fields: object = {}) => insertUser(sql, id, name, now, fields);
const all = (table: string, column: string) => listColumn(sql, table, column);

test('counters are found, written, forgiven and deleted by their keys', async () => {
  const [own, other] = [bytes('own'), bytes('other')];
  const counter = (key: Buffer, failures: number) => ({
    key,
    failures,
    last_failure_at: now,
    blocked_until: at(5),
  });
  await within((tx) => upsertAttempt(tx, counter(other, 9)));
  const locked = await within((tx) => lockAttempts(tx, [own], now));
  assert.deepEqual(
    locked.map(({ failures, blocked_until: until }) => [failures, until]),
    [[0, now]],
  );
  await within((tx) => updateAttempts(tx, [counter(own, 3)]));
  assert.equal(await all('attempts', 'failures'), '3,9');
  assert.equal((await within((tx) => lockAttempts(tx, [own], at(9))))[0]?.failures, 3);
  await within((tx) =>
    upsertAttempt(tx, { ...counter(own, 4), blocked_until: at(7), last_failure_at: at(6) }),
  );
  assert.equal(await all('attempts', 'failures'), '4,9');
  assert.equal(
    await all('attempts', 'blocked_until'),
    [at(5), at(7)].map((date) => date.toISOString()).join(),
  );
  assert.equal(await deleteAttemptsBefore(sql, at(9), at(5), 9), 0, 'while it holds somebody up');
  await within((tx) => deleteAttempts(tx, [own]));
  assert.equal(await all('attempts', 'failures'), '9');
});

test('a standing has the place and the device of the user alone', async () => {
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
  await within((tx) =>
    upsertAttempt(tx, { key: bytes('k'), failures: 2, last_failure_at: now, blocked_until: now }),
  );
  await within((tx) =>
    upsertAttempt(tx, { key: bytes('l'), failures: 5, last_failure_at: now, blocked_until: now }),
  );
  const find = async (userId: string | null, address: string, keys: string[], ...devices: string[]) => {
    const { place, rows } = await within((tx) =>
      findStanding(tx, keys.map(bytes), { userId, address, deviceHashes: devices.map(bytes) }),
    );
    return [place?.address_used_at?.getTime() ?? 0, place?.device_hash?.toString().trim(), rows.length];
  };
  assert.deepEqual(await find(anna, 'here', ['k'], 'x', 'y', 'z'), [at(3).getTime(), 'z', 1]);
  assert.deepEqual(await find(bruno, 'there', ['k', 'l'], 'y'), [0, undefined, 2]);
  assert.deepEqual(await find(null, 'here', [], 'x'), [0, undefined, 0]);
});

test('a place is noted once a day or with a new program, and forgotten by user', async () => {
  const know = (ms: number, renewBefore: number, ...programs: string[]) =>
    within((tx) =>
      forgiveAndKnow(tx, [bytes('own')], {
        userId: anna,
        address: 'here',
        now: at(ms),
        renewBefore: at(renewBefore),
        programs,
      }),
    );
  for (const name of ['own', 'other'])
    await within((tx) =>
      upsertAttempt(tx, { key: bytes(name), failures: 1, last_failure_at: now, blocked_until: now }),
    );
  await know(1, 0, 'a');
  assert.equal(await all('attempts', 'key'), hex('other'));
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

test('a device takes the place of the one that was used the longest time ago, and others stay', async () => {
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

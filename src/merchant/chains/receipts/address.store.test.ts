import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import {
  insertAddress,
  isAssigned,
  keepAddress,
  lockAddresses,
  nextAddressIndexes,
} from './address.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

beforeEach(() => sql`delete from merchant.chain_addresses`);

const add = (coin: string, destination: string, digit: number) =>
  insertChainAddress(sql, coin, destination, idOf(digit), now);

test('indexes are given out once, each coin has its own, and tag 0 is none', async () => {
  const next = (coin: 'BTC' | 'LTC' | 'XRP', count: number) =>
    sql.begin((tx) => nextAddressIndexes(tx, coin, count));
  assert.deepEqual(await next('BTC', 2), [0, 1]);
  assert.deepEqual(await next('BTC', 1), [2]);
  assert.deepEqual(await next('LTC', 1), [0]);
  assert.deepEqual(await next('XRP', 1), [1]);
});

test('an address is kept with all that was said of it, and only once where it is always the same', async () => {
  const address = {
    coin: 'XRP',
    destination: 'account 7',
    address: 'account',
    destinationTag: '7',
    account: 2,
    branch: 1,
    index: 7,
    purpose: 'deposit',
    subjectId: idOf(1),
    createdAt: now,
  } as const;
  await sql.begin((tx) => insertAddress(tx, address));
  const stored = {
    coin: 'XRP',
    destination: 'account 7',
    address: 'account',
    destination_tag: '7',
    account: 2,
    branch: 1,
    address_index: 7,
    purpose: 'deposit',
    subject_id: idOf(1),
    created_at: now.toISOString(),
  };
  const rows = () => readRows(sql, 'merchant', 'chain_addresses');
  assert.deepEqual(await rows(), [stored]);
  await assert.rejects(
    sql.begin((tx) => insertAddress(tx, address)),
    /duplicate key/,
  );
  await keepAddress(sql, { ...address, subjectId: idOf(2), createdAt: later });
  assert.deepEqual(await rows(), [stored]);
  await keepAddress(sql, { ...address, coin: 'BTC', destinationTag: null });
  const { destination_tag: _, ...untagged } = stored;
  assert.deepEqual(await rows(), [{ ...untagged, coin: 'BTC' }, stored]);
});

test('the addresses of a subject are locked, and of nobody else', async () => {
  await add('BTC', 'a', 1);
  await add('LTC', 'a', 1);
  await add('BTC', 'b', 2);
  await add('BTC', 'c', 2);
  await add('BTC', 'd', 2);
  const locked = (digit: number) =>
    countLocked(sql, 'merchant', 'chain_addresses', (tx) => lockAddresses(tx, idOf(digit)));
  assert.deepEqual([await locked(1), await locked(2), await locked(3)], [2, 3, 0]);
});

test('an address is somebody’s on its own chain alone', async () => {
  await add('BTC', 'a', 1);
  await add('LTC', 'b', 2);
  assert.equal(await isAssigned(sql, 'BTC', 'a'), true);
  assert.equal(await isAssigned(sql, 'BTC', 'b'), false);
  assert.equal(await isAssigned(sql, 'LTC', 'a'), false);
  assert.equal(await isAssigned(sql, 'ETH', 'c'), false);
});

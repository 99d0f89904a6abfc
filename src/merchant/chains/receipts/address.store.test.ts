import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  insertAddress,
  insertUnusedAddress,
  isAssigned,
  keepAddress,
  lockAddresses,
} from './address.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

beforeEach(() => sql`delete from merchant.chain_addresses`);

const add = (coin: string, destination: string, digit: number) =>
  insertChainAddress(sql, coin, destination, idOf(digit), now);

test('stores an address with all its fields, and stores a fixed one only once', async () => {
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

test('locks the addresses of one subject only', async () => {
  await add('BTC', 'a', 1);
  await add('LTC', 'a', 1);
  await add('BTC', 'b', 2);
  await add('BTC', 'c', 2);
  await add('BTC', 'd', 2);
  const locked = (digit: number) =>
    countLocked(sql, 'merchant', 'chain_addresses', (tx) => lockAddresses(tx, idOf(digit)));
  assert.deepEqual([await locked(1), await locked(2), await locked(3)], [2, 3, 0]);
});

test('an address is assigned on its own chain only', async () => {
  await add('BTC', 'a', 1);
  await add('LTC', 'b', 2);
  assert.equal(await isAssigned(sql, 'BTC', 'a'), true);
  assert.equal(await isAssigned(sql, 'BTC', 'b'), false);
  assert.equal(await isAssigned(sql, 'LTC', 'a'), false);
  assert.equal(await isAssigned(sql, 'ETH', 'c'), false);
});

test("does not assign an address twice, after it received coins, or in another server's branch", async () => {
  await sql`delete from merchant.chain_outputs`;
  const address = (destination: string, branch = 7) =>
    ({
      coin: 'ETH',
      destination,
      address: destination,
      destinationTag: null,
      account: 0,
      branch,
      index: 3,
      purpose: 'funds',
      subjectId: idOf(1),
      createdAt: now,
    }) as const;
  const take = (destination: string, branch?: number) =>
    sql.begin((tx) => insertUnusedAddress(tx, address(destination, branch)));
  for (const [branch, server] of [
    [7, await presentServer()],
    [8, 'before'],
  ] as const)
    await insertRow(sql, 'merchant', 'address_branches', { coin: 'ETH', branch, server, base: 0 });
  await insertOutput(sql, { coin: 'ETH', transaction_id: 't', destination: 'paid' }, now);
  assert.deepEqual(
    [await take('a'), await take('a'), await take('paid'), await take('b', 8), await take('c', 0)],
    [true, false, false, false, true],
  );
  assert.deepEqual(
    await readRows(sql, 'merchant', 'chain_addresses', ['destination', 'branch', 'path_branch']),
    [
      { destination: 'a', branch: 1, path_branch: 7 },
      { destination: 'c', branch: 0 },
    ],
  );
});

async function presentServer(): Promise<string> {
  const [row] = await sql<{ server: string }[]>`select merchant.present_server() as server`;
  return row?.server ?? '';
}

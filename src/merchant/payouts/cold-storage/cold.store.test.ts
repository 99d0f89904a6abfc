import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  findActive,
  holdActive,
  insertCeiling,
  listCeilings,
  lockCeiling,
  replaceActive,
  saveDecision,
} from './cold.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const propose = (digit: number, coin: CoinCode) =>
  sql.begin((tx) =>
    insertCeiling(tx, {
      id: idOf(digit),
      coin,
      ceiling: BigInt(digit),
      address: 'a',
      destination_tag: null,
      destination: 'd',
      proposed_by: 'ana',
      created_at: now,
    }),
  );
const decide = (digit: number, status: 'active' | 'rejected') =>
  sql.begin((tx) => saveDecision(tx, idOf(digit), status, 'bea', now));
const statuses = async () =>
  (await readRows(sql, 'merchant', 'wallet_ceilings', ['id', 'status', 'decided_by']))
    .map(({ id, status, decided_by: by }) => [String(id).slice(-1), status, by].filter(Boolean).join(' '))
    .toSorted();

test('deciding a ceiling changes that ceiling and replaces the one of the same coin', async () => {
  await propose(1, 'LTC');
  await propose(2, 'BTC');
  await propose(3, 'BTC');
  await propose(4, 'XRP');
  await decide(1, 'active');
  await decide(2, 'active');
  await decide(4, 'rejected');
  assert.deepEqual(await statuses(), ['1 active bea', '2 active bea', '3 proposed', '4 rejected bea']);
  const activeOf = async (coin: CoinCode) => {
    const held = await sql.begin((tx) => holdActive(tx, coin));
    const found = await findActive(sql, coin);
    assert.deepEqual(held, found);
    return found?.ceiling;
  };
  assert.deepEqual(
    [await activeOf('LTC'), await activeOf('BTC'), await activeOf('XRP')],
    [1n, 2n, undefined],
  );
  assert.deepEqual(
    (await listCeilings(sql)).map(({ ceiling }) => ceiling),
    [2n, 3n, 1n],
  );
  const locked = async (digit: number) => (await sql.begin((tx) => lockCeiling(tx, idOf(digit))))?.ceiling;
  assert.deepEqual([await locked(3), await locked(9)], [3n, undefined]);
  await sql.begin((tx) => replaceActive(tx, 'BTC'));
  assert.deepEqual(await statuses(), ['1 active bea', '2 replaced bea', '3 proposed', '4 rejected bea']);
  await decide(3, 'active');
  assert.deepEqual([await activeOf('LTC'), await activeOf('BTC')], [1n, 3n]);
});

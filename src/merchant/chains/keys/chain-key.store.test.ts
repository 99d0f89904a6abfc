import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { hexOf, readRows } from '../../../../test/support/table-rows.ts';
import { findSealedKey, upsertChainKey } from './chain-key.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

test('each coin has one key, and storing another replaces only that key', async () => {
  const save = (coin: 'BTC' | 'LTC', key: string, createdAt: Date) =>
    upsertChainKey(sql, { coin, sealedKey: Buffer.from(key), createdAt });
  await save('LTC', 'litecoin', now);
  await save('BTC', 'first', now);
  const keys = async () =>
    (await Promise.all((['BTC', 'LTC', 'ETH'] as const).map((coin) => findSealedKey(sql, coin)))).map((key) =>
      key?.toString(),
    );
  assert.deepEqual(await keys(), ['first', 'litecoin', undefined]);
  await save('BTC', 'second', later);
  assert.deepEqual(await keys(), ['second', 'litecoin', undefined]);
  assert.deepEqual(await readRows(sql, 'merchant', 'chain_keys'), [
    { coin: 'BTC', sealed_key: hexOf(Buffer.from('second')), created_at: later.toISOString() },
    { coin: 'LTC', sealed_key: hexOf(Buffer.from('litecoin')), created_at: now.toISOString() },
  ]);
});

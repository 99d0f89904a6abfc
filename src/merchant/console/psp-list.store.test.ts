import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertRow } from '../../../test/support/table-rows.ts';
import { findPspName, listPspNames } from './psp-list.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

before(async () => {
  for (const [id, name] of [
    [12, 'Mercado'],
    [1, 'Loja'],
    [3, 'Feira 12'],
    [2, 'Padaria'],
  ])
    await insertRow(sql, 'merchant', 'psps', { id, name, created_at: now });
});

test('finds a PSP by number', async () => {
  assert.deepEqual({ ...(await findPspName(sql, 2)) }, { id: 2, name: 'Padaria' });
  assert.equal(await findPspName(sql, 4), undefined);
});

test('lists PSPs by number in pages', async () => {
  const list = async (after: number, limit: number) =>
    (await listPspNames(sql, { text: '', after, limit })).map(({ id }) => id);
  assert.deepEqual(await list(0, 9), [1, 2, 3, 12]);
  assert.deepEqual(await list(0, 3), [1, 2, 3]);
  assert.deepEqual(await list(2, 9), [3, 12]);
});

test('finds PSPs by part of the name, case-insensitively, or by number', async () => {
  const list = async (text: string) =>
    (await listPspNames(sql, { text, after: 0, limit: 9 })).map(({ name }) => name);
  assert.deepEqual(await list('Ad'), ['Padaria', 'Mercado']);
  assert.deepEqual(await list('loJA'), ['Loja']);
  assert.deepEqual(await list('12'), ['Feira 12', 'Mercado']);
  assert.deepEqual(await list('3'), ['Feira 12']);
  assert.deepEqual(await list('x'), []);
});

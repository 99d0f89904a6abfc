import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { findCitiesByBeginning, findCitiesByIds, findCitiesByName } from './city.store.ts';

const sql = await useTestSql();

const cities = [
  { id: 3, name: 'Bom Jesus', state: 'RS', search_name: 'bomjesus' },
  { id: 1, name: 'Bom Jesus', state: 'SC', search_name: 'bomjesus' },
  { id: 2, name: 'Bom Jesus', state: 'PI', search_name: 'bomjesus' },
  { id: 5, name: 'Bom Jesus da Lapa', state: 'BA', search_name: 'bomjesusdalapa' },
  { id: 7, name: 'Bom Jardim', state: 'PI', search_name: 'bomjardim' },
  { id: 6, name: 'Bom Lugar', state: 'MA', search_name: 'bomlugar' },
  { id: 8, name: 'Rio Bom', state: 'PI', search_name: 'riobom' },
  { id: 9, name: 'Tabocão', state: 'TO', search_name: 'tabocao', former_search_name: 'fortalezadotabocao' },
];
before(async () => {
  await sql`delete from social.cities`;
  for (const city of cities) await insertRow(sql, 'social', 'cities', city);
});

const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id);

test('finds cities by their whole name, in any state or in one', async () => {
  assert.deepEqual(
    (await findCitiesByName(sql, 'riobom', undefined)).map((city) => ({ ...city })),
    [{ id: 8, name: 'Rio Bom', state: 'PI' }],
  );
  assert.deepEqual(idsOf(await findCitiesByName(sql, 'bomjesus', undefined)), [1, 2, 3]);
  assert.deepEqual(idsOf(await findCitiesByName(sql, 'bomjesus', 'PI')), [2]);
  assert.deepEqual(idsOf(await findCitiesByName(sql, 'bomjesus', 'SP')), []);
  assert.deepEqual(idsOf(await findCitiesByName(sql, 'bom', undefined)), []);
});

test('finds a renamed city by either name and returns the current one', async () => {
  const renamed = { id: 9, name: 'Tabocão', state: 'TO' };
  for (const name of ['tabocao', 'fortalezadotabocao']) {
    for (const state of [undefined, 'TO']) {
      assert.deepEqual(
        (await findCitiesByName(sql, name, state)).map((city) => ({ ...city })),
        [renamed],
      );
      assert.deepEqual(idsOf(await findCitiesByBeginning(sql, name.slice(0, 4), state, 9)), [9]);
    }
    assert.deepEqual(idsOf(await findCitiesByName(sql, name, 'SP')), []);
    assert.deepEqual(idsOf(await findCitiesByBeginning(sql, name, 'SP', 9)), []);
  }
});

test('finds cities by their ids', async () => {
  assert.deepEqual(
    idsOf(await findCitiesByIds(sql, [7, 2, 99])).toSorted((a, b) => a - b),
    [2, 7],
  );
  assert.deepEqual(idsOf(await findCitiesByIds(sql, [])), []);
});

test('finds cities by prefix, shortest first, then by name and state, up to the limit', async () => {
  const found = async (beginning: string, state?: string, limit = 9) =>
    idsOf(await findCitiesByBeginning(sql, beginning, state, limit));
  assert.deepEqual(await found('bom'), [2, 3, 1, 6, 7, 5]);
  assert.deepEqual(await found('bom', undefined, 4), [2, 3, 1, 6]);
  assert.deepEqual(await found('bomj'), [2, 3, 1, 7, 5]);
  assert.deepEqual(await found('bom', 'PI'), [2, 7]);
  assert.deepEqual(await found('bom', 'PI', 1), [2]);
  assert.deepEqual(await found('bom', 'SP'), []);
});

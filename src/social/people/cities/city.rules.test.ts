import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlace, searchNameOf } from './city.rules.ts';

test('a search name ignores case, accents, hyphens and apostrophes', () => {
  for (const written of ['São Paulo', 'SÃO PAULO', 'sao paulo', 'Sa\u0303o Paulo', ' são  paulo '])
    assert.equal(searchNameOf(written), 'saopaulo');
  for (const written of ["Alta Floresta D'Oeste", 'alta floresta d’oeste', 'Alta Floresta Doeste'])
    assert.equal(searchNameOf(written), 'altaflorestadoeste');
  assert.equal(searchNameOf('Embu-Guaçu'), searchNameOf('embu guacu'));
});

test('reads a state beside the city in all common notations', () => {
  for (const written of [
    'Bom Jesus, PI',
    'bom jesus,pi',
    'Bom Jesus - PI',
    'Bom Jesus/PI',
    'Bom Jesus (PI)',
    'Bom Jesus, Piauí',
    'BOM JESUS - PIAUI',
  ])
    assert.deepEqual(readPlace(written), { everywhere: false, searchName: 'bomjesus', state: 'PI' }, written);
});

test('recognises every state by its name and its letters', () => {
  const states = {
    AC: 'Acre',
    AL: 'Alagoas',
    AP: 'Amapá',
    AM: 'Amazonas',
    BA: 'Bahia',
    CE: 'Ceará',
    DF: 'Distrito Federal',
    ES: 'Espírito Santo',
    GO: 'Goiás',
    MA: 'Maranhão',
    MT: 'Mato Grosso',
    MS: 'Mato Grosso do Sul',
    MG: 'Minas Gerais',
    PA: 'Pará',
    PB: 'Paraíba',
    PR: 'Paraná',
    PE: 'Pernambuco',
    PI: 'Piauí',
    RJ: 'Rio de Janeiro',
    RN: 'Rio Grande do Norte',
    RO: 'Rondônia',
    RS: 'Rio Grande do Sul',
    RR: 'Roraima',
    SC: 'Santa Catarina',
    SP: 'São Paulo',
    SE: 'Sergipe',
    TO: 'Tocantins',
  };
  assert.equal(Object.keys(states).length, 27);
  for (const [state, name] of Object.entries(states)) {
    const expected = { everywhere: false, searchName: 'bomjesus', state };
    assert.deepEqual(readPlace(`Bom Jesus, ${name}`), expected);
    assert.deepEqual(readPlace(`Bom Jesus, ${state}`), expected);
  }
});

test('a hyphen within a name does not separate a state, and a part that is not a state belongs to the name', () => {
  assert.deepEqual(readPlace('Ji-Paraná'), { everywhere: false, searchName: 'jiparana' });
  assert.deepEqual(readPlace('Bom Jesus, XX'), { everywhere: false, searchName: 'bomjesusxx' });
});

test('reads Brasil as everywhere, in any case', () => {
  for (const written of ['Brasil', 'brasil', 'BRASIL', ' Brasil '])
    assert.deepEqual(readPlace(written), { everywhere: true });
});

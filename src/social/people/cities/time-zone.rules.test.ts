import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeZoneOf } from './time-zone.rules.ts';

/** Hours from UTC, in a month in which Brazil formerly had summer time. */
const hoursOf = (name: string, state: string): number => {
  const timeZone = timeZoneOf({ name, state });
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = parts
    .formatToParts(new Date('2026-01-15T12:00:00Z'))
    .find((part) => part.type === 'timeZoneName');
  return Number(/^GMT([+-]\d\d):00$/.exec(offset?.value ?? '')?.[1]);
};

test('the capital of each state has the correct offset', () => {
  const capitals: Record<string, string> = {
    '-5': 'Rio Branco, AC',
    '-4': 'Manaus, AM; Porto Velho, RO; Boa Vista, RR; Cuiabá, MT; Campo Grande, MS',
    '-3': `Belém, PA; Macapá, AP; Palmas, TO; Salvador, BA; Recife, PE; Fortaleza, CE; Natal, RN; João Pessoa, PB;
      Teresina, PI; São Luís, MA; Maceió, AL; Aracaju, SE; Brasília, DF; Goiânia, GO; Belo Horizonte, MG; Vitória, ES;
      Rio de Janeiro, RJ; São Paulo, SP; Curitiba, PR; Florianópolis, SC; Porto Alegre, RS`,
  };
  const states = new Set<string>();
  for (const [hours, places] of Object.entries(capitals)) {
    for (const place of places.split(';')) {
      const [name = '', state = ''] = place.trim().split(', ');
      assert.equal(hoursOf(name, state), Number(hours), place);
      states.add(state);
    }
  }
  assert.equal(states.size, 27);
});

test('western Amazonas and the islands of Pernambuco have their own time zone', () => {
  assert.equal(hoursOf('Tabatinga', 'AM'), -5);
  assert.equal(hoursOf('Fernando de Noronha', 'PE'), -2);
  assert.equal(timeZoneOf({ name: 'Guajará', state: 'AM' }), 'America/Eirunepe');
  assert.equal(timeZoneOf({ name: 'Guajará', state: 'PA' }), 'America/Belem', 'a name of another state');
});

test('a place without a state has the time of Brasília', () => {
  assert.equal(timeZoneOf({ name: 'Atlantis', state: 'XX' }), 'America/Sao_Paulo');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPerson } from './without-person.ts';

const bia = { id: 'bia', name: 'Bia' };
const caio = { id: 'caio', name: 'Caio' };

test('stored lists, cards, messages and drafts lose what they hold about a person', () => {
  const cases: readonly (readonly [before: unknown, after: unknown])[] = [
    [
      { cards: [bia, caio], isWhole: true },
      { cards: [caio], isWhole: true },
    ],
    [{ bia: { ...bia, about: 'x' }, caio }, { caio }],
    [{ 7: { people: [caio, bia], isWhole: false } }, { 7: { people: [caio], isWhole: false } }],
    [[{ from: 'bia', to: 'me' }, { from: 'me', to: 'bia' }, { from: 'caio' }], [{ from: 'caio' }]],
    [[{ kind: 'like', card: bia }], []],
    [['caio', 'bia'], ['caio']],
    [{ bia: 'a draft', caio: 'another' }, { caio: 'another' }],
    [bia, undefined],
    ['bia', undefined],
  ];
  for (const [before, after] of cases) assert.deepEqual(withoutPerson(before, 'bia'), after);
});

test('a value without the person is returned unchanged, as the same object', () => {
  for (const value of [{ cards: [caio], at: null }, [caio, [1]], caio, 'caio', 3, null, undefined])
    assert.equal(withoutPerson(value, 'bia'), value);
});

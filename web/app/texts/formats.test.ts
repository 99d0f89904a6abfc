import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateFormat, firstLetterOf, lettersOf } from './formats.ts';

test('returns the first user-perceived letter, in any script and encoding', () => {
  const family = '👩‍👩‍👧';
  for (const [text, first] of [
    ['Ana', 'A'],
    ['Ângela', 'Â'],
    ['A\u0302ngela', 'A\u0302'],
    ['a', 'a'],
    ['', ''],
    ['7 de Abril', '7'],
    ['7\uFE0F\u20E3', '7\uFE0F\u20E3'],
    ['한국', '한'],
    [`${family} Silva`, family],
    ['🇧🇷', '🇧🇷'],
    ['नि', 'नि'],
  ] as const) {
    assert.equal(firstLetterOf(text), first, text);
    assert.equal([...lettersOf(text)][0]?.segment ?? '', first, text);
  }
});

test('creates each format once per locale and options', () => {
  const short = { timeZone: 'America/Sao_Paulo', hour: '2-digit' } as const;
  assert.equal(dateFormat('pt-BR', short), dateFormat('pt-BR', { ...short }));
  assert.notEqual(dateFormat('pt-BR', short), dateFormat('pt-BR', { ...short, timeZone: 'UTC' }));
  assert.notEqual(dateFormat('pt-BR', short), dateFormat('de-DE', short));
});

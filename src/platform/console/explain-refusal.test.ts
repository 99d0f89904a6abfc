import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldDetails } from '../http/details/field-details.ts';
import { createTranslator } from '../http/details/translate-detail.ts';
import { invalidField, problem } from '../problem.ts';
import { explainRefusal } from './explain-refusal.ts';

const vocabulary = {
  refusals: new Map([['overloaded', { en: 'Later.', pt: 'Depois.', de: 'Später.' }]]),
  fields: new Map([
    ['amount', { en: 'Amount', pt: 'Valor', de: 'Betrag' }],
    ['startDate', { en: 'Begins', pt: 'Começa', de: 'Beginnt' }],
    ['spotlight.from', { en: 'From', pt: 'De', de: 'Von' }],
  ]),
  translate: createTranslator([
    fieldDetails,
    { 'must be after {1}': { pt: 'deve ser depois de {1}', de: 'muss nach {1} liegen' } },
  ]),
};

const say = (field: string, message: string): string[] =>
  (['en', 'pt', 'de'] as const).map((language) =>
    explainRefusal(vocabulary, language, invalidField(field, 'wrong', message)),
  );

test('numbers stand as the language writes them', () => {
  assert.deepEqual(say('amount', 'must be at most 1000000.00'), [
    'Amount: must be at most 1,000,000.00',
    'Valor: deve ser no máximo 1.000.000,00',
    'Betrag: muss höchstens 1.000.000,00 sein',
  ]);
});

test('a form of text is called as people call it, not by its name in a schema', () => {
  assert.deepEqual(say('email', 'must be a valid email').slice(1), [
    'email: deve ser um endereço de e-mail válido',
    'email: muss eine gültige E-Mail-Adresse sein',
  ]);
});

test('fields are called as on the form, wherever a sentence speaks of them', () => {
  assert.deepEqual(say('endDate', 'must be after startDate'), [
    'endDate: must be after “Begins”',
    'endDate: deve ser depois de “Começa”',
    'endDate: muss nach „Beginnt“ liegen',
  ]);
  assert.equal(
    say('spotlight.until', 'must be after spotlight.from')[0],
    'spotlight.until: must be after “From”',
  );
});

test('nobody is told of null', () => {
  assert.deepEqual(say('amount', 'must be a whole number or null'), [
    'Amount: must be a whole number',
    'Valor: deve ser um número inteiro',
    'Betrag: muss eine ganze Zahl sein',
  ]);
});

test('what has words of its own is said in them, and what has none as the API says it', () => {
  assert.equal(explainRefusal(vocabulary, 'de', problem('overloaded')), 'Später.');
  const untold = problem('invalid_input', { detail: 'More than 25000 at 192.0.2.17:80 of 2026.' });
  assert.equal(explainRefusal(vocabulary, 'de', untold), 'More than 25.000 at 192.0.2.17:80 of 2026.');
});

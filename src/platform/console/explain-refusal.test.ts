import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldDetails } from '../http/details/field-details.ts';
import { createTranslator } from '../http/details/translate-detail.ts';
import { invalidField, problem } from '../problem.ts';
import { explainRefusal, listFaults } from './explain-refusal.ts';

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
  assert.deepEqual(say('email', 'must be a valid email'), [
    'email: must be a valid e-mail address',
    'email: deve ser um endereço de e-mail válido',
    'email: muss eine gültige E-Mail-Adresse sein',
  ]);
  assert.deepEqual(say('startDate', 'must be a valid date-time'), [
    'Begins: must be a valid date and time',
    'Começa: deve ser uma data com hora válida',
    'Beginnt: muss ein gültiges Datum mit Uhrzeit sein',
  ]);
  assert.deepEqual(
    ['date', 'ip', 'uri-reference', 'uuid'].map((format) => say('id', `must be a valid ${format}`)),
    [
      ['id: must be a valid date', 'id: deve ser uma data válida', 'id: muss ein gültiges Datum sein'],
      [
        'id: must be a valid IP address',
        'id: deve ser um endereço IP válido',
        'id: muss eine gültige IP-Adresse sein',
      ],
      ['id: must be a valid link', 'id: deve ser um link válido', 'id: muss ein gültiger Link sein'],
      ['id: must be a valid id', 'id: deve ser um id válido', 'id: muss eine gültige Id sein'],
    ],
  );
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

test('a fault stands at the field of the form, by whatever name the API has for that', () => {
  const refused = problem('invalid_input', {
    errors: [
      { field: 'amount', code: 'too_large', message: 'must be at most 1000000.00' },
      { field: 'customer.email', code: 'malformed', message: 'must be a valid email' },
      { field: 'organizer.name', code: 'too_short', message: 'must not be empty' },
      { field: 'spotlight.from', code: 'required', message: 'is missing' },
      { field: 'cities.3', code: 'too_short', message: 'must not be empty' },
      { field: 'cities.4', code: 'required', message: 'is missing' },
      { field: 'elsewhere', code: 'required', message: 'is missing' },
    ],
  });
  const names = ['name', 'amount', 'email', 'organizer', 'spotlight_from', 'cities'];
  assert.deepEqual(
    [...listFaults(vocabulary, 'de', refused, names, { 'organizer.name': 'organizer' })],
    [
      ['amount', 'Muss höchstens 1.000.000,00 sein.'],
      ['email', 'Muss eine gültige E-Mail-Adresse sein.'],
      ['organizer', 'Darf nicht leer sein.'],
      ['spotlight_from', 'Fehlt.'],
      ['cities', 'Darf nicht leer sein.'],
    ],
  );
  assert.equal(listFaults(vocabulary, 'en', problem('overloaded'), names).size, 0);
});

test('a field that its form has a label for is called by it', () => {
  const errors = [{ field: 'amount', code: 'required', message: 'is missing', label: 'How much' }];
  assert.equal(
    explainRefusal(vocabulary, 'en', problem('invalid_input', { errors })),
    'How much: is missing',
  );
});

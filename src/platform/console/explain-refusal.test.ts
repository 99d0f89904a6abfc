import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeValidation } from '../http/validation.ts';
import type { Words } from '../http/language.ts';
import { invalidField, problem, type Values } from '../problem.ts';
import { fieldWords } from '../words/field-words.ts';
import { explainRefusal, listFaults } from './explain-refusal.ts';

const vocabulary = {
  refusals: new Map([['overloaded', { en: 'Later.', pt: 'Depois.', de: 'Später.' }]]),
  fields: new Map([
    ['amount', { en: 'Amount', pt: 'Valor', de: 'Betrag' }],
    ['startDate', { en: 'Begins', pt: 'Começa', de: 'Beginnt' }],
    ['spotlight.from', { en: 'From', pt: 'De', de: 'Von' }],
  ]),
};

const untranslated = (text: string): Words => ({ en: text, pt: text, de: text });
const after = (name: string): Words => ({
  en: `must be after ${name}`,
  pt: `deve ser depois de ${name}`,
  de: `muss nach ${name} liegen`,
});

const say = (field: string, words: Words, values?: Values): string[] =>
  (['en', 'pt', 'de'] as const).map((language) =>
    explainRefusal(vocabulary, language, invalidField(field, 'wrong', words, values)),
  );

const sayFormat = (field: string, format: string): string[] => {
  const error = { keyword: 'format', instancePath: `/${field}`, schemaPath: '', params: { format } };
  return (['en', 'pt', 'de'] as const).map((language) =>
    explainRefusal(vocabulary, language, describeValidation([error], 'body')),
  );
};

test('numbers are formatted for the language', () => {
  assert.deepEqual(say('amount', fieldWords.atMost, { limit: '1000000.00' }), [
    'Amount: must be at most 1,000,000.00',
    'Valor: deve ser no máximo 1.000.000,00',
    'Betrag: muss höchstens 1.000.000,00 sein',
  ]);
});

test('a format is named in words, not by its schema name', () => {
  assert.deepEqual(sayFormat('email', 'email'), [
    'email: must be a valid e-mail address',
    'email: deve ser um endereço de e-mail válido',
    'email: muss eine gültige E-Mail-Adresse sein',
  ]);
  assert.deepEqual(sayFormat('startDate', 'date-time'), [
    'Begins: must be a valid date and time',
    'Começa: deve ser uma data com hora válida',
    'Beginnt: muss ein gültiges Datum mit Uhrzeit sein',
  ]);
  assert.deepEqual(
    ['date', 'ip', 'uri-reference', 'uuid'].map((format) => sayFormat('id', format)),
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

test('field names in sentences are replaced by the labels of the form', () => {
  assert.deepEqual(say('endDate', after('startDate')), [
    'endDate: must be after “Begins”',
    'endDate: deve ser depois de “Começa”',
    'endDate: muss nach „Beginnt“ liegen',
  ]);
  assert.equal(say('spotlight.until', after('spotlight.from'))[0], 'spotlight.until: must be after “From”');
});

test('null is not offered as a value', () => {
  assert.deepEqual(say('amount', fieldWords.mustBe, { what: [fieldWords.wholeNumber, 'null'] }), [
    'Amount: must be a whole number',
    'Valor: deve ser um número inteiro',
    'Betrag: muss eine ganze Zahl sein',
  ]);
});

test('a refusal uses the service’s own message, or else the API’s detail', () => {
  assert.equal(explainRefusal(vocabulary, 'de', problem('overloaded')), 'Später.');
  const untold = problem('invalid_input', { say: untranslated('More than 25000 at 192.0.2.17:80 of 2026.') });
  assert.equal(explainRefusal(vocabulary, 'de', untold), 'More than 25.000 at 192.0.2.17:80 of 2026.');
});

test('a fault is assigned to its form field, also if the API field has another name', () => {
  const refused = problem('invalid_input', {
    errors: [
      { field: 'amount', code: 'too_large', say: fieldWords.atMost, values: { limit: '1000000.00' } },
      { field: 'customer.email', code: 'malformed', say: fieldWords.validEmail },
      { field: 'organizer.name', code: 'too_short', say: fieldWords.notEmpty },
      { field: 'spotlight.from', code: 'required', say: fieldWords.missing },
      { field: 'cities.3', code: 'too_short', say: fieldWords.notEmpty },
      { field: 'cities.4', code: 'required', say: fieldWords.missing },
      { field: 'elsewhere', code: 'required', say: fieldWords.missing },
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

test('messages use the form’s own label of a field', () => {
  const errors = [{ field: 'amount', code: 'required', say: fieldWords.missing, label: 'How much' }];
  assert.equal(
    explainRefusal(vocabulary, 'en', problem('invalid_input', { errors })),
    'How much: is missing',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeValidation } from '../validation.ts';
import { invalidField, problem } from '../../problem.ts';
import { fieldDetails } from './field-details.ts';
import { platformDetails } from './platform-details.ts';
import { createTranslator, showDetail } from './translate-detail.ts';

const translate = createTranslator([
  platformDetails,
  fieldDetails,
  {
    'must be at least {1}, who have confirmed': { pt: 'deve ser {1} ou mais', de: 'muss {1} oder mehr sein' },
    'an http or https link': { pt: 'um link http ou https', de: 'ein Link mit http oder https' },
  },
]);

const sentences: [string, string | undefined][] = [
  ['Not found.', 'Não encontrado.'],
  ['must be at least 5', 'deve ser no mínimo 5'],
  ['must be at least 5, who have confirmed', 'deve ser 5 ou mais'],
  ['must be a whole number', 'deve ser um número inteiro'],
  ['must be a string or a whole number', 'deve ser um texto ou um número inteiro'],
  ['must be woman or man', 'deve ser woman ou man'],
  ['must be an http or https link', 'deve ser um link http ou https'],
  ['Nothing answers GET /a here.', 'Nada responde a GET /a aqui.'],
  ['Nothing answers GET /a (.*) \n here.', 'Nada responde a GET /a (.*) \n aqui.'],
  ['Nobody has written this.', undefined],
  [`must be ${'x'.repeat(3000)}`, undefined],
];
for (const [english, portuguese] of sentences) {
  test(`${english.slice(0, 60)} in Portuguese`, () => {
    assert.equal(translate(english, 'pt'), portuguese);
    assert.equal(translate(english, 'en'), english);
  });
}

test('a detail that lists fields is put together anew, and its fields keep their names and codes', () => {
  const shown = problem('invalid_input', {
    detail: 'name is missing; age must be at most 99',
    errors: [
      { field: 'name', code: 'required', message: 'is missing' },
      { field: 'age', code: 'too_large', message: 'must be at most 99' },
    ],
  });
  assert.deepEqual(showDetail(shown, 'de', translate), {
    detail: 'name fehlt; age muss höchstens 99 sein',
    errors: [
      { field: 'name', code: 'required', message: 'fehlt' },
      { field: 'age', code: 'too_large', message: 'muss höchstens 99 sein' },
    ],
    language: 'de',
  });
  assert.equal(showDetail(shown, 'en', translate).errors, shown.errors);
});

test('what cannot be said in full is said in English, and called so', () => {
  const half = problem('invalid_input', {
    detail: 'name is missing; age has no words',
    errors: [
      { field: 'name', code: 'required', message: 'is missing' },
      { field: 'age', code: 'own', message: 'has no words' },
    ],
  });
  assert.deepEqual(showDetail(half, 'pt', translate), {
    detail: half.detail,
    errors: half.errors,
    language: 'en',
  });
  assert.equal(showDetail(problem('not_found', { detail: 'Own words.' }), 'pt', translate).language, 'en');
  assert.equal(showDetail(problem('not_found'), 'pt', translate).detail, 'Não encontrado.');
  assert.equal(
    showDetail(invalidField('a', 'b', 'must not be empty'), 'de', translate).detail,
    'a darf nicht leer sein',
  );
});

test('what the validation says of a form without words of its own is translated too', () => {
  const field = { keyword: 'pattern', instancePath: '/a', schemaPath: '', params: {} };
  assert.equal(
    showDetail(describeValidation([field], 'body'), 'pt', translate).detail,
    'a não tem a forma certa',
  );
});

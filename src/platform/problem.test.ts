import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { describeValidation } from './http/validation.ts';
import { invalidField, problem, ProblemError, SaidError, sayIn } from './problem.ts';
import { fieldWords } from './words/field-words.ts';
import { platformWords } from './words/platform-words.ts';

test('fills a sentence with words, sentences and lists of alternatives', () => {
  const what = [fieldWords.text, fieldWords.wholeNumber, 'null'];
  assert.equal(
    sayIn('pt', { say: fieldWords.mustBe, values: { what } }),
    'deve ser um texto ou um número inteiro ou null',
  );
  const inner = { say: fieldWords.atMost, values: { limit: 5n } };
  const outer = { en: 'which {fault}', pt: 'que {fault}', de: 'er {fault}' };
  assert.equal(sayIn('de', { say: outer, values: { fault: inner } }), 'er muss höchstens 5 sein');
  const path = '/a (.*) \n {method}';
  assert.equal(
    sayIn('pt', { say: platformWords.nothingAnswers, values: { method: 'GET', path } }),
    'Nada responde a GET /a (.*) \n {method} aqui.',
  );
});

const two = problem('invalid_input', {
  errors: [
    { field: 'name', code: 'required', say: fieldWords.missing },
    { field: 'age', code: 'too_large', say: fieldWords.atMost, values: { limit: 99 } },
  ],
});

test('shows the field errors of a problem in the language of the reader', () => {
  assert.equal(two.detail, 'name is missing; age must be at most 99');
  assert.deepEqual(two.show('de'), {
    detail: 'name fehlt; age muss höchstens 99 sein',
    errors: [
      { field: 'name', code: 'required', message: 'fehlt' },
      { field: 'age', code: 'too_large', message: 'muss höchstens 99 sein' },
    ],
  });
});

test('the detail of a problem without a sentence is its title', () => {
  assert.equal(problem('not_found').detail, 'Not found.');
  assert.equal(problem('not_found').title, 'Not found');
  assert.equal(problem('not_found').message, 'Not found');
  assert.equal(problem('not_found').show('pt').detail, 'Não encontrado.');
});

test('a log of an error contains only the English sentence', () => {
  const said = new SaidError(fieldWords.atMost, { limit: 99 });
  for (const error of [two, invalidField('age', 'too_large', fieldWords.atMost, { limit: 99 }), said]) {
    const shown = `${inspect(error)} ${JSON.stringify(Object.assign({}, error))}`;
    assert.match(shown, /must be at most 99/);
    assert.doesNotMatch(shown, /höchstens|limit/);
  }
  assert.ok(two instanceof ProblemError);
});

test('an error of a form without its own sentence has a text in every language', () => {
  const field = { keyword: 'pattern', instancePath: '/a', schemaPath: '', params: {} };
  assert.equal(describeValidation([field], 'body').show('pt').detail, 'a não tem a forma certa');
});

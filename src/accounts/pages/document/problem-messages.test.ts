import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages } from '../../../platform/http/language.ts';
import { accountsProblems } from '../../accounts.problems.ts';
import { describeField, describeProblem } from './problem-messages.ts';

const untold = { en: 'untold', pt: 'untold', de: 'untold' };
const source = join(import.meta.dirname, '../../..');

/** Returns the code below a folder of `src`, or of one file. */
function textsUnder(path: string): string[] {
  const files = path.endsWith('.ts')
    ? [path]
    : readdirSync(join(source, path), { recursive: true, encoding: 'utf8' }).map((file) => join(path, file));
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(source, file), 'utf8'));
}

const found = (texts: string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));

const accounts = textsUnder('accounts');
const images = textsUnder('platform/images');
const validation = textsUnder('platform/http/validation.ts');

/**
 * The forms in which the code refuses a field: `invalidField(field, 'code', …)`, `new ImageFault('code', …)` or `{
 * field, code: 'code' }`.
 */
const refusals = /\binvalidField\(\s*[^,]+,\s*([^,]+),/g;
const imageFaults = /\bnew ImageFault\(\s*'(\w+)'/g;
const literals = /\bcode: '(\w+)'/g;

test('every code of a refused field has a text in every language', () => {
  const given = found([...accounts, ...validation], refusals);
  const named = given.filter((code) => code.startsWith("'")).map((code) => code.slice(1, -1));
  assert.deepEqual(
    given.filter((code) => !code.startsWith("'")),
    [],
  );
  const calls = found([...accounts, ...validation], /\b(invalidField)\(/g);
  assert.equal(given.length, calls.length, 'a refusal is written in a way that this test cannot read');
  const codes = new Set([...named, ...found(images, imageFaults), ...found(validation, literals)]);
  for (const known of ['required', 'contains_email', 'not_an_image', 'damaged', 'wrong_type', 'too_deep']) {
    assert.ok(codes.has(known), `${known} was not found`);
  }
  for (const code of codes) {
    const texts = languages.map((language) =>
      describeField({ field: 'user_x', code, say: untold, values: { least: 5 } }, language),
    );
    for (const text of texts) assert.doesNotMatch(text, /untold|undefined|[{}]/, code);
    assert.equal(new Set(texts).size, languages.length, `${code}: ${texts.join(' ')}`);
  }
});

test('waiting times are readable, also one second', () => {
  const problem = accountsProblems('too_many_attempts', { headers: { 'retry-after': '1' } });
  assert.deepEqual(
    languages.map((language) => describeProblem(problem, language).split('. ')[1]),
    ['Try again in 1 s.', 'Tente de novo em 1 s.', 'Bitte in 1 s noch einmal versuchen.'],
  );
});

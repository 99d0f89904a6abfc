import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync(['src/**/*.ts', 'web/**/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, lines: readFileSync(`${root}/${path}`, 'utf8').split('\n') }));

/** The words that the table in docs/words.md forbids. */
const forbidden = readFileSync(`${root}/docs/words.md`, 'utf8')
  .split(/^## /m)
  .find((section) => section.startsWith('Words that people read'))
  ?.split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .flatMap((line) => line.split('|')[4]?.split(',') ?? [])
  .map((word) => word.trim())
  .filter((word) => word !== '');

const findIn = (files: typeof sources, pattern: RegExp): string[] =>
  files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

test('pages, mails and messages use only the terms of docs/words.md', () => {
  assert.ok(forbidden !== undefined && forbidden.length > 10, `${forbidden?.length} words`);
  for (const word of forbidden) {
    // Treats letters of other languages as part of a word, because forbidden words are English.
    const pattern = new RegExp(`(?<![\\p{L}\\w])${word}(?![\\p{L}\\w-])`, 'u');
    assert.deepEqual(findIn(sources, pattern), [], word);
  }
});

test('German texts of the app and its mails use du, those of the console Sie', () => {
  const toPeople = sources.filter(
    ({ path }) =>
      path.startsWith('web/app/') ||
      /^src\/social\/(?!console|details).*(?:mail|words)\.rules/.test(path) ||
      /^src\/accounts\/(?:users\/mails|pages)\//.test(path),
  );
  assert.ok(toPeople.length > 50, `${toPeople.length} files`);
  assert.deepEqual(findIn(toPeople, /\b(?:Ihnen|Ihre[mnrs]?)\b|\p{L}n Sie\b|'Sie (?:haben|sind)\b/u), []);
  const toStaff = sources.filter(({ path }) => /^src\/(?:[a-z]+\/console|merchant|platform)\//.test(path));
  assert.deepEqual(
    findIn(toStaff, /\b(?:dich|dir|deine?[mnrs]?)\b/).filter((line) => !line.includes('reason-texts.ts')),
    [],
  );
});

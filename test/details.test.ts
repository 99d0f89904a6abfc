import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fieldDetails } from '../src/platform/http/details/field-details.ts';
import { platformDetails } from '../src/platform/http/details/platform-details.ts';
import { createTranslator, type DetailWords } from '../src/platform/http/details/translate-detail.ts';
import { platformProblems } from '../src/platform/problem.ts';
import { socialDetails } from '../src/social/details/social-details.ts';
import { socialProblems } from '../src/social/social.problems.ts';

const root = join(import.meta.dirname, '..');
const known: DetailWords = { ...platformDetails, ...fieldDetails, ...socialDetails };

/** Where what a client reads is said. Settings and starts speak to operators, in English; the console has texts of its own. */
const places = [
  'src/social/**/*.ts',
  'src/platform/http/**/*.ts',
  'src/platform/images/*.ts',
  'src/platform/problem.ts',
  'src/platform/postgres/client/connection-queue.ts',
];
const elsewhere = /\.test\.ts$|\.settings\.ts$|details\/|\/front-door\/|\/sandbox\/|\/console\//;

/** A literal from its quote on, with `{1}` for what a template puts in; undefined where none begins there. */
function readLiteral(source: string, at: number): { text: string; end: number } | undefined {
  const quote = source[at];
  if (quote !== "'" && quote !== '"' && quote !== '`') return undefined;
  let text = '';
  let put = 0;
  for (let index = at + 1; index < source.length; index++) {
    if (source[index] === quote) return { text, end: index + 1 };
    if (quote === '`' && source.startsWith('${', index)) {
      index = closing(source, index + 1);
      text += `{${++put}}`;
    } else if (source[index] === '\\') text += source[++index] ?? '';
    else if (source[index] === '\n' && quote !== '`') return undefined;
    else text += source[index];
  }
  return undefined;
}

/** Where the bracket that opens here closes. */
function closing(source: string, at: number): number {
  let depth = 0;
  for (let index = at; index < source.length; index++) {
    const literal = readLiteral(source, index);
    if (literal) index = literal.end - 1;
    else if ('({['.includes(source[index] ?? ' ')) depth++;
    else if (')}]'.includes(source[index] ?? ' ') && --depth === 0) return index;
  }
  return source.length;
}

/** Every literal of a stretch of code, with the comments passed over. */
function literalsIn(source: string): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  for (let index = 0; index < source.length; index++) {
    if (source.startsWith('//', index) && source[index - 1] !== ':') index = source.indexOf('\n', index);
    else if (source.startsWith('/*', index)) index = source.indexOf('*/', index) + 1;
    if (index < 0) break;
    const literal = readLiteral(source, index);
    if (!literal) continue;
    found.push({ text: literal.text, at: index });
    index = literal.end - 1;
  }
  return found;
}

/** What follows `detail:`, up to the comma or the bracket that ends it. */
function detailsIn(source: string): string[] {
  return [...source.matchAll(/\bdetail:/g)].flatMap(({ index }) => {
    const begin = index + 'detail:'.length;
    let end = begin;
    while (end < source.length && !',}'.includes(source[end] ?? '')) {
      const literal = readLiteral(source, end);
      end = literal ? literal.end : '([{'.includes(source[end] ?? ' ') ? closing(source, end) + 1 : end + 1;
    }
    return literalsIn(source.slice(begin, end)).map(({ text }) => text);
  });
}

/** A sentence that goes on from the name of a field begins with one of these, wherever it is put together. */
const fieldSentence = /^(?:must |is missing$|is a key |is not |contains a )/;

/** What is made of others, and the words that only choose between sentences. */
const notSaid = new Set(['{1} {2}', '{1}.', 'undone', 'string', 'For a person']);

function sentencesOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  const messages = literalsIn(source).map(({ text }) => text);
  return [...detailsIn(source), ...messages.filter((text) => fieldSentence.test(text))].filter(
    (text) => !notSaid.has(text),
  );
}

test('every detail that social or the platform says is there in Portuguese and German', () => {
  const files = globSync(places, { cwd: root }).filter((path) => !elsewhere.test(path));
  const said = files.flatMap((path) => sentencesOf(path).map((text) => ({ path, text })));
  assert.ok(said.length > 60, `only ${said.length} sentences were found`);
  const titles = Object.values({ ...platformProblems, ...socialProblems.catalogue });
  const all = [...said, ...titles.map(({ title }) => ({ path: 'a title', text: `${title}.` }))];
  const missing = all.filter(({ text }) => !(text in known)).map(({ path, text }) => `${path}: ${text}`);
  assert.deepEqual([...new Set(missing)], []);
});

test('a sentence puts in what its other languages put in, and is another one there', () => {
  const marks = (text: string): string => [...new Set(text.match(/\{\d\}/g))].toSorted().join();
  for (const [english, { pt, de }] of Object.entries(known)) {
    for (const words of [pt, de]) {
      assert.equal(marks(words), marks(english), words);
      assert.equal(words.endsWith('.'), english.endsWith('.'), words);
      assert.ok(words.trim() !== '' && words !== english, english);
    }
  }
});

test('no two sentences are taken for one another', () => {
  const translate = createTranslator([known]);
  for (const [english, { pt }] of Object.entries(known)) {
    if (!english.includes('{1}')) continue;
    const filled = (text: string) => text.replaceAll(/\{(\d)\}/g, '7$1');
    assert.equal(translate(filled(english), 'pt'), filled(pt), english);
  }
});

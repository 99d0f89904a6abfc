import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Words that hide the subject of a sentence, or its time. `docs/…` and comments name the thing that acts instead. */
const indirect =
  /\b(?:who(?:m|so)?ever|what(?:so)?ever|whichever|nobody|somebody|anybody|anew|likewise|thereof|therein|befalls?|any more(?! than)|no more(?! than| often| space| rows))\b/gi;

/** Per 10 000 words of comments and Markdown. */
export const MOST_INDIRECT = 5;

export interface Prose {
  readonly path: string;
  readonly text: string;
}

export interface WordCount {
  readonly words: number;
  /** Where each indirect word is: `path: the line that has it`. */
  readonly indirect: readonly string[];
}

/** Counts the words of comments and pages. Code in backticks and code blocks are not prose. */
export function countWords(prose: readonly Prose[]): WordCount {
  let words = 0;
  const found: string[] = [];
  for (const { path, text } of prose) {
    const plain = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
    words += plain.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0;
    for (const line of plain.split('\n'))
      for (const [word] of line.matchAll(indirect)) found.push(`${path}: "${word}" in: ${line.trim()}`);
  }
  return { words, indirect: found };
}

export const perTenThousand = ({ words, indirect: { length } }: WordCount): number =>
  words === 0 ? 0 : (length / words) * 10_000;

/** Returns the comments of a TypeScript, JavaScript, SQL or CSS file, or the whole of a Markdown page. */
export function proseOf(path: string, source: string): string {
  if (path.endsWith('.md')) return source;
  if (path.endsWith('.sql')) return [...source.matchAll(/--.*/g)].map(([line]) => line).join('\n');
  if (path.endsWith('.css'))
    return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(([text]) => text).join('\n');
  return parseSync(path, source, { sourceType: 'module' })
    .comments.map(({ value }) => value)
    .join('\n');
}

export function readProse(root: string): Prose[] {
  const patterns = [
    '{src,test,bench,scripts,web,packages,bin}/**/*.{ts,js,mjs,sql,css,md}',
    'docs/**/*.md',
    '*.md',
  ];
  return globSync(patterns, { cwd: root, exclude: (path) => /node_modules|\/dist\/|\.tmp/.test(path) }).map(
    (path) => ({ path, text: proseOf(path, readFileSync(join(root, path), 'utf8')) }),
  );
}

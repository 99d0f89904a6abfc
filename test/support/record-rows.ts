import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  answered,
  compiled,
  described,
  written,
  type Answered,
  type Compiled,
  type Described,
} from '../../src/platform/postgres/client/diagnostics.ts';

/** The answers of PostgreSQL to one statement in one test process. */
export interface Observation {
  /** `file:line:column` of the template's first backtick, relative to the repository. */
  readonly site: string;
  /** Column names with their type numbers. Empty if the statement returns no rows. */
  readonly columns: Readonly<Record<string, number>>;
  /** Columns that contained a null. */
  readonly nulls: readonly string[];
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const frame = /(file:\/\/\/.*):(\d+):(\d+)\)?$/;
// These files only pass statements on, so the caller above them is recorded.
const passedOver = /\/(?:record-rows|breaking-sql|postgres\/client\/sql)\.ts:/;

/** Records the columns and nulls of every tagged statement and writes them to a new file at exit. */
export function recordRows(directory: string): void {
  const sites = new WeakMap<TemplateStringsArray, string>();
  const sitesOf = new Map<string, Set<string>>();
  const columnsOf = new Map<string, Record<string, number>>();
  const nullsOf = new Map<string, Set<string>>();

  written.subscribe((message) => {
    const strings = message as TemplateStringsArray;
    if (!sites.has(strings)) sites.set(strings, findCaller());
  });
  compiled.subscribe((message) => {
    const { strings, text } = message as Compiled;
    sitesOf.set(text, (sitesOf.get(text) ?? new Set()).add(sites.get(strings) ?? ''));
  });
  described.subscribe((message) => {
    const { text, fields } = message as Described;
    columnsOf.set(text, Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, dataTypeID])));
  });
  answered.subscribe((message) => {
    const { text, rows } = message as Answered;
    const nulls = nullsOf.get(text) ?? new Set();
    for (const row of rows) for (const name in row) if (row[name] === null) nulls.add(name);
    nullsOf.set(text, nulls);
  });

  process.on('exit', () => {
    // Includes only executed statements. Tests also build statements for EXPLAIN.
    const observations = nullsOf.entries().flatMap(([text, nulls]) => {
      const seen = { columns: columnsOf.get(text) ?? {}, nulls: [...nulls] };
      return [...(sitesOf.get(text) ?? [])].map((site): Observation => ({ site, ...seen }));
    });
    writeFileSync(`${directory}/${randomUUID()}.json`, JSON.stringify([...observations]));
  });
}

function findCaller(): string {
  const frames = new Error('a trace').stack?.split('\n').map((line) => frame.exec(line)) ?? [];
  const [, url = '', line, column] = frames.find((found) => found && !passedOver.test(found[0])) ?? [];
  return url === '' ? '' : `${relative(root, fileURLToPath(url))}:${line}:${column}`;
}

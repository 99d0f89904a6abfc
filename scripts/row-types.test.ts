import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkRowTypes } from './row-types.ts';

const repository = join(import.meta.dirname, '..');
const [boolean, bytea, int8, int4, text, enumeration, textList, timestamptz, jsonb, interval] = [
  16, 17, 20, 23, 25, 99_999, 1009, 1184, 3802, 1186,
];

interface Case {
  readonly name: string;
  readonly type: string;
  /** Undefined for a statement that was not run. */
  readonly columns: Readonly<Record<string, number>> | undefined;
  readonly nulls?: readonly string[];
  readonly complaints: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: 'accepts a type that matches the columns',
    type: '{ a: string; b: bigint; c: number; d: Date; e: Buffer; f: boolean; g: string[] }[]',
    columns: { a: text, b: int8, c: int4, d: timestamptz, e: bytea, f: boolean, g: textList },
    complaints: [],
  },
  {
    name: 'reports a renamed column as missing and as extra',
    type: '{ createdAt: Date }[]',
    columns: { created_at: timestamptz },
    complaints: ['createdAt is not among the columns', 'created_at is a column that the type lacks'],
  },
  {
    name: 'reports a column that the type lacks',
    type: 'Row[]',
    columns: { id: text, at: timestamptz, body: text },
    complaints: ['body is a column that the type lacks'],
  },
  {
    name: 'reports a value of another type',
    type: '{ count: number; open: string; kinds: Kind[] }[]',
    columns: { count: int8, open: boolean, kinds: enumeration },
    complaints: ['count is a bigint', 'open is a boolean', 'kinds is a string'],
  },
  {
    name: 'reports a null that the type excludes, also if it allows undefined',
    type: '{ id: string; at?: Date; body: string | null }[]',
    columns: { id: text, at: timestamptz, body: text },
    nulls: ['id', 'at', 'body'],
    complaints: ['id was null', 'at was null'],
  },
  {
    name: 'accepts an allowed null that was never seen',
    type: 'Row[]',
    columns: { id: text, at: timestamptz },
    complaints: [],
  },
  {
    name: 'treats a statement without rows as without columns',
    type: 'Row[]',
    columns: {},
    complaints: ['id is not among the columns', 'at is not among the columns'],
  },
  {
    name: 'resolves composed types and string unions like the compiler',
    type: "(Omit<Row, 'at'> & Partial<Wide> & { kind: Kind })[]",
    columns: { id: text, kind: text },
    complaints: [],
  },
  {
    name: 'accepts any JSON-compatible type for json',
    type: '{ tree: { leaves: { name: string; size?: number }[] }; whatever: unknown }[]',
    columns: { tree: jsonb, whatever: jsonb },
    complaints: [],
  },
  {
    name: 'reports dates and bigints inside json',
    type: '{ list: { at: Date | null }[]; sum: { amount: bigint } }[]',
    columns: { list: jsonb, sum: jsonb },
    complaints: ['list', 'sum'].map(
      (name) => `${name} is json, in which nothing is a bigint, a Date or a Buffer`,
    ),
  },
  {
    name: 'checks a generic type with all values of its parameter',
    type: '{ kind: K }[]',
    columns: { kind: int4 },
    complaints: ['kind is a number'],
  },
  {
    name: 'reports a type that is not declared at file level',
    type: 'Local[]',
    columns: { id: text },
    complaints: [
      "cannot be judged: error TS2304: Cannot find name 'Local'.",
      "cannot be judged: error TS1360: Type '`: ${any}`' does not satisfy the expected type 'never'.",
    ],
  },
  {
    name: 'reports a column with a custom parser',
    type: '{ id: string }[]',
    columns: { id: interval },
    complaints: [
      "cannot be judged: error TS2344: Type '{ id: \"type 1186\"; }' does not satisfy the constraint 'Record<string, keyof Values>'.",
    ],
  },
  {
    name: 'reports a statement that no test runs',
    type: '{ id: string }[]',
    columns: undefined,
    complaints: ['no test runs the statement'],
  },
];

const preamble = `
import type { Wide } from './wide.ts';
declare function sql<T>(strings: TemplateStringsArray): T;
type Kind = 'one' | 'other';
interface Row extends Pick<Wide, 'id'> { at: Date | null }
export function claims<K extends Kind>(): void {
interface Local { id: string }
`;
const firstLine = preamble.split('\n').length;
const root = mkdtempSync(join(tmpdir(), 'praca-row-types-test-'));
let complaints: string[];

before(() => {
  for (const directory of ['src', 'observed']) mkdirSync(join(root, directory));
  for (const name of ['package.json', 'tsconfig.json', 'node_modules']) {
    symlinkSync(join(repository, name), join(root, name));
  }
  const lines = cases.map(({ type }) => `sql<${type}>\`\`;`);
  writeFileSync(join(root, 'src/thing.store.ts'), [preamble + lines.join('\n'), '}', ''].join('\n'));
  writeFileSync(join(root, 'src/wide.ts'), 'export interface Wide { id: string; other: bigint }\n');
  const observations = cases.flatMap(({ columns, nulls = [] }, index) => {
    const site = `src/thing.store.ts:${firstLine + index}:${(lines[index]?.indexOf('`') ?? 0) + 1}`;
    return columns === undefined
      ? []
      : [
          { site, columns, nulls: [] },
          { site, columns, nulls },
        ];
  });
  for (const [index, observation] of observations.entries()) {
    writeFileSync(join(root, `observed/${index}.json`), JSON.stringify([observation]));
  }
  complaints = checkRowTypes(root, join(root, 'observed'));
});
after(() => rmSync(root, { recursive: true }));

for (const [index, { name, type, complaints: expected }] of cases.entries()) {
  test(name, () => {
    const place = `src/thing.store.ts:${firstLine + index}: ${type}: `;
    const found = complaints.filter((complaint) => complaint.startsWith(place));
    assert.deepEqual(found.map((complaint) => complaint.slice(place.length)).toSorted(), expected.toSorted());
  });
}

test('reports nothing else', () => {
  const expected = cases.flatMap((one) => one.complaints);
  assert.equal(complaints.length, expected.length, complaints.join('\n'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTag, type Execute, type Query } from './sql.ts';

type Statement = Parameters<Execute>[0];

const taken: Statement[] = [];
const sql = createTag(async (statement) => {
  taken.push(statement);
  return { rows: [], rowCount: 0 };
});
async function take(query: Query): Promise<Statement> {
  await query;
  return taken.pop() as Statement;
}

test('a statement keeps its text and its name for all values of its parameters', async () => {
  const ask = (id: unknown, at: Date) => take(sql`select ${id}::text, ${at}`);
  const first = await ask('a', new Date(0));
  const second = await ask(undefined, new Date(1));
  assert.equal(first.text, 'select $1::text, $2');
  assert.deepEqual([first.text, first.name], [second.text, second.name]);
  assert.deepEqual(first.values, ['a', '1970-01-01T00:00:00.000Z']);
  assert.deepEqual(second.values, [null, '1970-01-01T00:00:00.001Z']);
});

test('distinguishes fragments, parameters and identifiers in the same positions', async () => {
  const nested = (value: unknown) => sql`n(${value}, ${sql`m`})`;
  const choices: (() => unknown)[] = [
    () => 1,
    () => sql`a`,
    () => sql`b`,
    () => sql`a${1}`,
    () => nested(1),
    () => nested(sql`a`),
    () => sql.identifier('a'),
    () => sql.identifier('b'),
    () => sql.identifier('a', 'b'),
  ];
  const said = new Map<string, Statement>();
  // Runs twice: the first pass builds the statement, the second takes it from the cache.
  for (let turn = 0; turn < 2; turn++) {
    for (const [left, one] of choices.entries()) {
      for (const [right, other] of choices.entries()) {
        const statement = await take(sql`${one()} and ${other()}`);
        const before = said.get(`${left} ${right}`);
        if (before) assert.deepEqual(statement, before);
        else said.set(`${left} ${right}`, statement);
        const places = statement.text.match(/\$\d+/g) ?? [];
        assert.deepEqual(
          places,
          statement.values.map((_, index) => `$${index + 1}`),
        );
      }
    }
  }
  const statements = [...said.values()];
  assert.equal(new Set(statements.map((statement) => statement.text)).size, choices.length ** 2);
  assert.equal(new Set(statements.map((statement) => statement.name)).size, choices.length ** 2);
  assert.equal(said.get('4 0')?.text, 'n($1, m) and $2');
});

test('statements beyond the limit of names are still correct and have no name', async () => {
  const ask = (name: string, value: number) => take(sql`select ${value} from ${sql.identifier(name)}`);
  for (let table = 0; table < 2500; table++) await ask(`table ${table}`, table);
  const late = await ask('table 2499', 7);
  assert.deepEqual(late, { text: 'select $1 from "table 2499"', values: [7] });
  const early = await ask('table 0', 8);
  assert.deepEqual([early.text, early.values], ['select $1 from "table 0"', [8]]);
  assert.ok(early.name);
});

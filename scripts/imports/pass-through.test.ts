import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSource } from './source.ts';

const imports = `import { select } from './order.store.ts';`;
const passThroughOf = (text: string) => readSource(`${imports}\n${text}`).passThrough;

test('a function that only calls an imported one is told with where that comes from', () => {
  const select = { name: 'select', specifier: './order.store.ts' };
  const text = 'export const list = (sql: Sql) => select(sql);';
  assert.deepEqual(passThroughOf(text), { kind: 'calls', callees: [select] });
  const two = `${text}\nexport const one = (sql: Sql) => select(sql);`;
  assert.deepEqual(passThroughOf(two), { kind: 'calls', callees: [select, select] });
});

describe('nothing is only passed on where a file', () => {
  const texts: Record<string, string> = {
    'looks it up first': 'export const list = (context: C, id: string) => select(context.sqlOf(id), id);',
    'passes on what another parameter holds': 'export const list = (sql: Sql, o: O) => select(o.sql, sql.o);',
    'turns the parameters round': 'export const list = (id: string, sql: Sql) => select(sql, id);',
    'adds a parameter': 'export const list = (sql: Sql) => select(sql, 10);',
    'leaves one out': 'export const list = (sql: Sql, id: string) => select(sql);',
    'does more': 'export function list(sql: Sql) { check(sql); return select(sql); }',
    'shapes the answer': 'export async function list(sql: Sql) { return shape(await select(sql)); }',
    'holds another function besides': `export const list = (sql: Sql) => select(sql);\nexport const one = () => 1;`,
    'calls a function of its own': `const find = () => 1;\nexport const list = () => find();`,
    'exports a value beside what it passes on': `export { select };\nexport const most = 10;`,
    'exports a type of its own beside it': `export { select };\nexport interface Order {}`,
    'exports nothing': 'export {};',
    'is empty': '',
  };
  for (const [what, text] of Object.entries(texts)) {
    test(what, () => assert.equal(passThroughOf(text), undefined));
  }
});

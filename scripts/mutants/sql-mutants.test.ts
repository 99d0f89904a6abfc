import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdit } from './mutant.ts';
import { findSqlEdits } from './sql-mutants.ts';

function mutate(text: string): string[] {
  const source = `sql\`${text}\``;
  return findSqlEdits(source)
    .map((edit) => applyEdit(source, edit).slice(4, -1))
    .toSorted();
}

/** What each slip makes of a statement. */
const slips: Record<string, readonly [statement: string, ...mutants: string[]]> = {
  'each condition is left out, and equal becomes unequal': [
    'select from t where a = ${b} and c = 1',
    'select from t where true and c = 1',
    'select from t where a = ${b} and true',
    'select from t where a <> ${b} and c = 1',
    'select from t where a = ${b} and c <> 1',
  ],
  'each alternative is left out': [
    'select from t where (x or y)',
    'select from t where true',
    'select from t where (false or y)',
    'select from t where (x or false)',
  ],
  'an and that belongs to between is no end': [
    'select from t where a between 1 and 2 and b',
    'select from t where true and b',
    'select from t where a between 1 and 2 and true',
  ],
  'bounds are moved': ['select a < b, c >= d', 'select a <= b, c >= d', 'select a < b, c > d'],
  'an assignment is none': [
    `update t set a = case when x then 1 end, b = 2 where c > '='`,
    `update t set a = case when x then 1 end, b = 2 where true`,
    `update t set a = case when x then 1 end, b = 2 where c >= '='`,
  ],
  'null is turned round': [
    'select a is null, b is not null',
    'select a is not null, b is not null',
    'select a is null, b is null',
  ],
  'distinct is turned round and its from is no clause': [
    'select from t where a is distinct from ${b}',
    'select from t where true',
    'select from t where a is not distinct from ${b}',
  ],
  'not is forgotten': ['select not exists (select)', 'select  exists (select)'],
  'in is turned round': [`select a in ('x', 'y')`, `select a not in ('x', 'y')`],
  'locks are forgotten': [
    'select from t for no key update skip locked',
    'select from t ',
    'select from t for no key update ',
  ],
  'order is turned round and a limit forgotten': [
    'select from t order by a desc, (b, c) limit ${n}',
    'select from t order by a , (b, c) limit ${n}',
    'select from t order by a desc, (b, c) desc limit ${n}',
    'select from t order by a desc, (b, c) ',
  ],
  'a conflict is not met': [
    'insert into t on conflict (a) do nothing returning b',
    'insert into t  returning b',
  ],
  'a conflict changes nothing': [
    'insert into t on conflict (a) do update set b = least(c, (d)) returning e',
    'insert into t on conflict (a) do nothing returning e',
    'insert into t on conflict (a) do update set b = greatest(c, (d)) returning e',
  ],
  'an outer join is an inner one': [
    'select from t left join u on a',
    'select from t  join u on a',
    'select from t left join u on true',
  ],
  'aggregates, signs and values are turned round': [
    'select min(a + 1), true',
    'select max(a + 1), true',
    'select min(a - 1), true',
    'select min(a + 1), false',
  ],
  'comments and texts are none of it': [`select 'a < b' -- and c < d\n/* e < f */`],
};

for (const [what, [statement, ...expected]] of Object.entries(slips)) {
  test(`in SQL ${what}`, () => assert.deepEqual(mutate(statement), expected.toSorted()));
}

test('a condition that is put into other statements is one, other templates are none', () => {
  assert.deepEqual(mutate('and a > b'), ['and a >= b', 'and true']);
  assert.deepEqual(mutate('order_id'), []);
  assert.deepEqual(findSqlEdits('html`<a href="b">c > d</a>`'), []);
});

test('what is put in is not read, but a statement in it is', () => {
  const source = 'sql`select from t where ${a < b ? sql`c = d` : sql``}`';
  const mutants = findSqlEdits(source).map((edit) => applyEdit(source, edit));
  assert.deepEqual(mutants.toSorted(), [
    'sql`select from t where ${a < b ? sql`c <> d` : sql``}`',
    'sql`select from t where ${a < b ? sql`true` : sql``}`',
    'sql`select from t where true`',
  ]);
});

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

/** Mutants of a statement, by operator. */
const slips: Record<string, readonly [statement: string, ...mutants: string[]]> = {
  'removes each condition and negates an equality': [
    'select from t where a = ${b} and c = 1',
    'select from t where true and c = 1',
    'select from t where a = ${b} and true',
    'select from t where a <> ${b} and c = 1',
    'select from t where a = ${b} and c <> 1',
  ],
  'removes each alternative': [
    'select from t where (x or y)',
    'select from t where true',
    'select from t where (false or y)',
    'select from t where (x or false)',
  ],
  'does not split at the `and` of `between`': [
    'select from t where a between 1 and 2 and b',
    'select from t where true and b',
    'select from t where a between 1 and 2 and true',
  ],
  'shifts comparisons': ['select a < b, c >= d', 'select a <= b, c >= d', 'select a < b, c > d'],
  'leaves the `=` of an assignment unchanged': [
    `update t set a = case when x then 1 end, b = 2 where c > '='`,
    `update t set a = case when x then 1 end, b = 2 where true`,
    `update t set a = case when x then 1 end, b = 2 where c >= '='`,
  ],
  'negates a null test': [
    'select a is null, b is not null',
    'select a is not null, b is not null',
    'select a is null, b is null',
  ],
  'negates `is distinct from`, whose `from` starts no clause': [
    'select from t where a is distinct from ${b}',
    'select from t where true',
    'select from t where a is not distinct from ${b}',
  ],
  'removes a negation': ['select not exists (select)', 'select  exists (select)'],
  'negates `in`': [`select a in ('x', 'y')`, `select a not in ('x', 'y')`],
  'removes locks': [
    'select from t for no key update skip locked',
    'select from t ',
    'select from t for no key update ',
  ],
  'reverses the order and removes a limit': [
    'select from t order by a desc, (b, c) limit ${n}',
    'select from t order by a , (b, c) limit ${n}',
    'select from t order by a desc, (b, c) desc limit ${n}',
    'select from t order by a desc, (b, c) ',
  ],
  'removes a conflict action': [
    'insert into t on conflict (a) do nothing returning b',
    'insert into t  returning b',
  ],
  'turns a conflict update into nothing': [
    'insert into t on conflict (a) do update set b = least(c, (d)) returning e',
    'insert into t on conflict (a) do nothing returning e',
    'insert into t on conflict (a) do update set b = greatest(c, (d)) returning e',
  ],
  'turns an outer join into an inner one': [
    'select from t left join u on a',
    'select from t  join u on a',
    'select from t left join u on true',
  ],
  'reverses aggregates, operators and values': [
    'select min(a + 1), true',
    'select max(a + 1), true',
    'select min(a - 1), true',
    'select min(a + 1), false',
  ],
  'ignores comments and texts': [`select 'a < b' -- and c < d\n/* e < f */`],
};

for (const [what, [statement, ...expected]] of Object.entries(slips)) {
  test(`in SQL, ${what}`, () => assert.deepEqual(mutate(statement), expected.toSorted()));
}

test('mutates a condition fragment and ignores other templates', () => {
  assert.deepEqual(mutate('and a > b'), ['and a >= b', 'and true']);
  assert.deepEqual(mutate('order_id'), []);
  assert.deepEqual(findSqlEdits('html`<a href="b">c > d</a>`'), []);
});

test('ignores interpolated values but mutates statements inside them', () => {
  const source = 'sql`select from t where ${a < b ? sql`c = d` : sql``}`';
  const mutants = findSqlEdits(source).map((edit) => applyEdit(source, edit));
  assert.deepEqual(mutants.toSorted(), [
    'sql`select from t where ${a < b ? sql`c <> d` : sql``}`',
    'sql`select from t where ${a < b ? sql`true` : sql``}`',
    'sql`select from t where true`',
  ]);
});

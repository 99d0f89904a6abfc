import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Sql } from '../../postgres/client/database.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../../test/support/database.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { findActs, findActsOn, type ActQuery } from './act.store.ts';

let database: TestDatabase;
let sql: Sql;
const person = '01990000-0000-7000-8000-00000000000a';
before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection);
  await sql`
    insert into platform.console_audit
      (id, at, person_id, person_name, person_email, kind, organisation, act, subject, detail, address)
    select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(),
      case when n % 500 = 0 then ${person}::uuid end, '', '', 'psp', (n % 50)::text, 'act ' || n % 97, case when n % 3 = 0 then 'thing ' || n / 300 else '' end, '{}', ''
    from generate_series(1, 30000) n`;
  // Leaves out the partition of the future: autovacuum does not analyse an empty partition either.
  await sql`analyze platform.console_audit_before`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

const query: ActQuery = {
  place: undefined,
  act: undefined,
  personId: undefined,
  least: '00000000-0000-0000-0000-000000000000',
  below: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  limit: 51,
};

for (const [name, filter, index] of [
  ['of everywhere', {}, /console_audit_pkey/],
  ['of an organisation', { place: { kind: 'psp', organisation: '7' } }, /console_audit_organisation/],
  [
    'of one kind in an organisation',
    { place: { kind: 'psp', organisation: '7' }, act: 'act 7' },
    /console_audit_organisation_act/,
  ],
  ['of one kind', { act: 'act 7' }, /console_audit_act/],
  ['of a person', { personId: person }, /console_audit_person/],
] as const) {
  test(`a page of acts ${name} is read in order from an index`, async () => {
    const plan = await explainGeneric(sql, (tag) => findActs(tag, { ...query, ...filter }));
    assert.match(plan, index);
    assert.doesNotMatch(plan, /Seq Scan|->  Sort\b/);
    assert.ok((await findActs(sql, { ...query, ...filter })).length > 0);
  });
}

test('the acts on one subject are read in order from an index, and only those of its organisation', async () => {
  const place = { kind: 'psp', organisation: '6' };
  const ask = (tag: Sql) => findActsOn(tag, place, 'thing 20', 50);
  const plan = await explainGeneric(sql, ask);
  assert.match(plan, /console_audit_subject/);
  assert.doesNotMatch(plan, /Seq Scan|->  Sort\b/);
  const found = await ask(sql);
  assert.deepEqual(
    found.map((row) => [row.subject, row.organisation]),
    Array.from({ length: found.length }, () => ['thing 20', '6']),
  );
  assert.equal(found.length, 2);
  assert.ok((found[0]?.id ?? '') > (found[1]?.id ?? ''));
});

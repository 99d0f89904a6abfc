import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { explainAnalyze, type PlanNode } from '../../../../test/support/explain.ts';
import { insertEvent, insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { insertAppeal } from '../../../../test/support/town-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { countReportTasks, listReportedEvents, listReportedPeople } from './report-task.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(async () => {
  for (const table of ['reports', 'appeals', 'cases', 'events', 'users'])
    await sql`delete from social.${sql.identifier(table)}`;
  for (let digit = 1; digit <= 7; digit += 1)
    await insertPerson(sql, idOf(digit), now, { name: `P${digit}` });
});

/** Inserts a report about a person or an event. A trigger opens the case of the person. */
const report = (about: { reported_id: string } | { event_id: number }, seconds: number, fields: object) =>
  insertRow(sql, 'social', 'reports', {
    id: newId(),
    reporter_id: idOf(7),
    reason: '',
    created_at: at(seconds),
    ...about,
    ...fields,
  });
const person = (digit: number) => ({ reported_id: idOf(digit) });
const people = async (limit = 9) =>
  (await listReportedPeople(sql, limit)).map(
    ({ name, isGrave, categories, hasAppeal, since }) =>
      `${name} ${isGrave ? 'grave ' : ''}${categories.join('+')}${hasAppeal ? ' appeal' : ''} ${since.getTime() - now.getTime()}`,
  );

test('people with a grave report come first, oldest first, then the oldest other cases', async () => {
  await report(person(1), 1, { category: 'spam' });
  await report(person(2), 5, { category: 'violence' });
  await report(person(3), 2, { category: 'spam' });
  await report(person(3), 4, { category: 'harassment' });
  await report(person(4), 0, { category: 'minor', closed_at: at(9) });
  await sql`delete from social.cases where user_id = ${idOf(4)}`;
  await insertRow(sql, 'social', 'cases', { user_id: idOf(5), opened_at: at(3) });
  await insertAppeal(sql, newId(), idOf(5), newId(), at(3));
  const all = ['P3 grave harassment+spam 4000', 'P2 grave violence 5000', 'P1 spam 1000', 'P5  appeal 3000'];
  assert.deepEqual(await people(), all);
  assert.deepEqual(await people(3), all.slice(0, 3));
  assert.equal(await countReportTasks(sql, 100), 4);
  assert.equal(await countReportTasks(sql, 2), 2);
});

test('an erased account is marked, unless the person returned under a new one', async () => {
  for (const digit of [1, 2]) await report(person(digit), digit, { category: 'spam' });
  await sql`update social.users set erased_at = ${now}`;
  await sql`update social.users set returned_at = ${now} where id = ${idOf(2)}`;
  const erased = (await listReportedPeople(sql, 9)).map(({ name, isErased }) => [name, isErased]);
  assert.deepEqual(erased, [
    ['P1', true],
    ['P2', false],
  ]);
});

test('open reports of events are listed by harm and age, and each counts', async () => {
  const [samba, forro] = [
    await insertEvent(sql, now, { name: 'Samba' }),
    await insertEvent(sql, now, { name: 'Forró' }),
  ];
  await report({ event_id: samba }, 1, { category: 'scam' });
  await report({ event_id: forro }, 3, { category: 'hate' });
  await report({ event_id: forro }, 2, { category: 'spam' });
  await report({ event_id: samba }, 0, { category: 'hate', closed_at: at(9) });
  const listed = async (limit: number) =>
    (await listReportedEvents(sql, limit)).map((row) => `${row.name} ${row.category} ${row.isGrave}`);
  const all = ['Forró hate true', 'Samba scam false', 'Forró spam false'];
  assert.deepEqual(await listed(9), all);
  assert.deepEqual(await listed(2), all.slice(0, 2));
  assert.equal(await countReportTasks(sql, 100), 3);
});

/** Adds people with an open report each. Every tenth is grave. */
async function fill(count: number): Promise<void> {
  await sql`
    with made as (
      insert into social.users (id, provider, login_id, name, last_active_at, created_at)
      select gen_random_uuid(), 'test', gen_random_uuid()::text, 'Q', ${now}, ${now} from generate_series(1, ${count}::int)
      returning id
    ), numbered as (select id, row_number() over () as n from made)
    insert into social.reports (id, reporter_id, reported_id, reason, category, created_at)
    select gen_random_uuid(), ${idOf(7)}, id, '', case when n % 10 = 0 then 'violence' else 'spam' end,
      ${now}::timestamptz + n * interval '1 s' from numbered`;
  await sql.pool.query('analyze social.users; analyze social.reports; analyze social.cases');
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('the first tasks are found without reading the many other reports and cases', async () => {
  await fill(20_000);
  for (const ask of [
    (tag: Sql) => listReportedPeople(tag, 20),
    (tag: Sql) => listReportedEvents(tag, 20),
    (tag: Sql) => countReportTasks(tag, 100),
  ]) {
    const { plan } = await explainAnalyze(sql, ask);
    const read = nodesOf(plan)
      .filter((node) => node['Relation Name'] !== undefined)
      .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
    assert.ok(Math.max(...read) <= 200, `${read.join(' ')} rows`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { SocialContext } from '../../social.context.ts';
import { forgetReports } from './report.jobs.ts';
import { deleteOldReports } from './report.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const dayMs = 86_400_000;
const clock = { now: () => now, nowMs: () => now.getTime() };
const forget = (days: number) =>
  forgetReports({ sql, clock, settings: { REPORT_DAYS: days } as SocialContext['settings'] });

const names = new Map<string, string>();
async function report(name: string, closedDaysAgo: number | null, user: object = {}): Promise<string> {
  const [id, userId, actId] = [newId(), newId(), newId()];
  const act = (column: string) => (column in user ? { [column]: actId } : {});
  await insertRow(sql, 'social', 'users', {
    id: userId,
    provider: 'test',
    login_id: name,
    name,
    last_active_at: now,
    created_at: now,
    ...user,
    ...act('suspended_by'),
    ...act('hidden_by'),
  });
  await insertRow(sql, 'social', 'reports', {
    id,
    reported_id: userId,
    reason: name,
    created_at: new Date(now.getTime() - 5000 * dayMs),
    closed_at: closedDaysAgo === null ? null : new Date(now.getTime() - closedDaysAgo * dayMs),
    settled_by: actId,
  });
  await sql`insert into social.report_messages values (${id}, ${newId()}, false, ${name})`;
  await sql`insert into social.report_photos values (${id}, ${newId()}, null, '\\x00')`;
  if (name.startsWith('appealed'))
    await insertRow(sql, 'social', 'appeals', {
      id: newId(),
      user_id: userId,
      act_id: actId,
      body: 'please',
      created_at: now,
      ...(name === 'appealed and decided' ? { decided_at: now, accepted: false } : {}),
    });
  names.set(id, name);
  return id;
}
const left = async (table: 'reports' | 'report_messages' | 'report_photos') => {
  const column = sql.identifier(table === 'reports' ? 'id' : 'report_id');
  const rows = await sql<{ id: string }[]>`
    select ${column} as id from ${sql.identifier('social')}.${sql.identifier(table)}`;
  return rows.map(({ id }) => names.get(id) ?? '').toSorted();
};

test('a report is deleted with its copies some days after it was closed, unless a suspension or hiding depends on it', async () => {
  await report('open', null);
  await report('closed lately', 364);
  await report('closed long ago', 366);
  await report('suspended by it', 366, { suspended_by: '', suspended_until: 'infinity' });
  await report('suspended by it until lately', 366, {
    suspended_by: '',
    suspended_until: new Date(now.getTime() - 1),
  });
  await report('hidden by it', 366, { hidden_by: '' });
  await report('appealed', 366);
  await report('appealed and decided', 366);
  const all = await left('reports');
  await forget(0);
  assert.deepEqual(await left('reports'), all, '0 keeps reports permanently');
  await forget(365);
  const kept = ['appealed', 'closed lately', 'hidden by it', 'open', 'suspended by it'];
  assert.deepEqual(await left('reports'), kept);
  assert.deepEqual(await left('report_messages'), kept);
  assert.deepEqual(await left('report_photos'), kept);
  await forget(363);
  assert.deepEqual(
    await left('reports'),
    kept.filter((name) => name !== 'closed lately'),
  );
});

test('the sweep reads reports along an index, earliest closed first', async () => {
  const plan = await explainGeneric(sql, (tag) => deleteOldReports(tag, { before: now, now, limit: 1000 }));
  assert.match(plan, /reports_closed/, plan);
});

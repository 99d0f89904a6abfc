import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import {
  openModeration,
  type Headers,
  type Json,
  type Moderation,
} from '../../../../test/support/moderation.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { findActs, findLatestActs, findNotices } from '../enforcement/act.store.ts';
import { findLatestReports } from '../reports/report-copy.store.ts';
import { findLatestAppeals } from '../appeals/appeal.store.ts';
import { findCases } from './case-queue.store.ts';

let praca: TestApp;
let people: People;
let moderation: Moderation;
let clara: Headers;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  moderation = await openModeration(praca);
  clara = await moderation.staff('clara');
});
after(() => praca.close());

type Row = Record<string, Json>;

async function walk(path: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, headers, status } = await moderation.call('GET', next, clara);
    assert.equal(status, 200);
    found.push(...(body as Row[]));
    next = /<\/social([^>]*)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
  }
  return found;
}

test('the queue lists each reported user once, longest wait first, page by page', async () => {
  const everybody = await people.create(7);
  const [reporter, ...reported] = everybody as [Person, ...Person[]];
  const report = (who: Person, whom: Person, category: string) =>
    moderation.call('POST', `/user/${who.id}/report/${whom.id}`, who.headers, { reason: 'x', category });
  for (const whom of reported) {
    await report(reporter, whom, 'spam');
    praca.clock.offsetMs += 1000;
  }
  const [first, second] = reported as [Person, Person];
  await report(second, first, 'spam');
  await report(second, first, 'hate');
  const cases = await walk('/staff/cases?limit=2');
  assert.deepEqual(
    cases.map((one) => one['user'].id),
    reported.map(({ id }) => id),
  );
  const [top] = cases;
  assert.deepEqual(
    [top?.['open_reports'], top?.['open_reporters'], top?.['categories'], top?.['reports'].length],
    [3, 2, { spam: 2, hate: 1 }, 3],
  );
  const reports = await walk(`/staff/users/${first.id}/reports?limit=1`);
  assert.deepEqual(
    reports.map(({ category }) => category),
    ['hate', 'spam', 'spam'],
  );
  for (const whom of reported) await moderation.act(whom.id, 'warn', { reason: `of ${whom.id}` });
  assert.deepEqual(await walk('/staff/cases'), []);
  assert.equal((await walk('/staff/acts?limit=2')).length, 6);
  assert.equal((await walk(`/staff/acts?limit=1&user=${first.id}`)).length, 1);
  assert.equal((await moderation.call('GET', '/staff/cases?cursor=x', clara)).status, 400);
  assert.equal((await moderation.call('GET', '/staff/cases?limit=51', clara)).status, 400);
});

test('each list is read along an index', async () => {
  const { sql } = praca;
  const id = '00000000-0000-7000-8000-000000000000';
  const now = praca.clock.now();
  const after = { openedAt: now, userId: id };
  for (const [index, ask] of [
    [/cases_by_opening/, (tag) => findCases(tag, { now, only: null, after, limit: 20 })],
    [/reports_open_by_reported/, (tag) => findCases(tag, { now, only: null, after, limit: 20 })],
    [/reports_by_reported/, (tag) => findLatestReports(tag, [id], { before: id, limit: 5 })],
    [/report_messages_pkey/, (tag) => findLatestReports(tag, [id], { before: id, limit: 5 })],
    [/moderation_acts_by_user/, (tag) => findLatestActs(tag, [id], 5)],
    [/moderation_acts_by_user/, (tag) => findActs(tag, { userId: id, before: id, limit: 5 })],
    [/moderation_acts_pkey/, (tag) => findActs(tag, { userId: null, before: id, limit: 5 })],
    [/moderation_acts_by_user/, (tag) => findNotices(tag, id, { untold: [], before: id, limit: 5 })],
    [/appeals_by_user/, (tag) => findLatestAppeals(tag, [id], 5)],
  ] as [RegExp, Parameters<typeof explainGeneric>[1]][]) {
    assert.match(await explainGeneric(sql, ask), index);
  }
});

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { insertReport as insertReportRow } from '../../../../test/support/talk-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  countOpenReporters,
  deleteOldReports,
  findReportedOf,
  findReports,
  findSameReport,
  findStatedReports,
  insertReport,
  markClosed,
  settle,
} from './report.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

beforeEach(async () => {
  for (const table of ['reports', 'moderation_acts', 'users'])
    await sql`delete from social.${sql.identifier(table)}`;
  await insertPerson(sql, ana, now, { name: 'Ana', about: 'A' });
  await insertPerson(sql, bia, now, { name: 'Bia', about: 'B' });
  await insertPerson(sql, eva, now, { name: 'Eva', about: 'E' });
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const report = (digit: number, reporter: string | null, reported: string | null, fields: object = {}) =>
  insertReportRow(sql, idOf(digit), { reporter, reported }, now, fields);
const act = (digit: number, staffId: string | null = null) =>
  insertRow(sql, 'social', 'moderation_acts', {
    id: idOf(digit),
    kind: 'warn',
    staff_id: staffId,
    reason: '',
    created_at: now,
  });
const digits = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.slice(-1)).join('');
const reports = () => readRows(sql, 'social', 'reports');

test('a report keeps the name and text of the reported user at that time', async () => {
  const words = { reporterId: ana, category: 'spam', reason: 'r', now };
  await within((tx) => insertReport(tx, { ...words, id: idOf(4), reportedId: bia }));
  await within((tx) => insertReport(tx, { ...words, id: idOf(5), reportedId: idOf(9) }));
  assert.deepEqual(await reports(), [
    {
      id: idOf(4),
      reporter_id: ana,
      reported_id: bia,
      category: 'spam',
      reason: 'r',
      reported_name: 'Bia',
      reported_about: 'B',
      note: '',
      created_at: now.toISOString(),
    },
  ]);
});

test('only a recent open report with the same words by the same person about the same user is a duplicate', async () => {
  const words = { reporterId: ana, reportedId: bia, category: 'spam', reason: 'r' };
  const find = () => within((tx) => findSameReport(tx, words, now));
  const same = { category: 'spam', reason: 'r', created_at: at(1) };
  const others: [name: string, reporter: string, reported: string, fields: object][] = [
    ['by another reporter', eva, bia, same],
    ['about another user', ana, eva, same],
    ['closed', ana, bia, { ...same, closed_at: at(1) }],
    ['too long ago', ana, bia, { ...same, created_at: now }],
    ['of another category', ana, bia, { ...same, category: 'other' }],
    ['in other words', ana, bia, { ...same, reason: 's' }],
  ];
  for (const [name, reporter, reported, fields] of others) {
    await report(4, reporter, reported, fields);
    assert.equal(await find(), undefined, name);
    await sql`delete from social.reports`;
  }
  await report(5, ana, bia, same);
  assert.equal(await find(), idOf(5));
});

test('counts each reporter of open reports once', async () => {
  const count = (id: string) => within((tx) => countOpenReporters(tx, id));
  assert.equal(await count(bia), 0);
  await report(4, ana, bia);
  await report(5, ana, bia);
  await report(6, eva, bia);
  await report(7, ana, eva);
  await insertPerson(sql, idOf(9), now);
  await report(8, idOf(9), bia, { closed_at: now });
  assert.deepEqual([await count(bia), await count(eva), await count(ana)], [2, 1, 0]);
});

test('lists open or closed reports newest first, page by page, with the user’s current name', async () => {
  await report(6, ana, bia, { reported_name: 'Then' });
  await report(4, ana, eva);
  await report(5, ana, bia, { closed_at: now });
  await report(8, ana, null);
  await report(7, ana, eva, { closed_at: now });
  const list = (closed: boolean, before: string | null = null, limit = 9) =>
    findReports(sql, { closed, event: null, before, limit });
  assert.deepEqual(
    (await list(false)).map((row) => [row.id.slice(-1), row.reported_name]),
    [
      ['8', null],
      ['6', 'Bia'],
      ['4', 'Eva'],
    ],
  );
  assert.equal(digits(await list(true)), '75');
  assert.deepEqual([digits(await list(false, idOf(6))), digits(await list(true, idOf(7)))], ['4', '5']);
  assert.deepEqual([digits(await list(false, null, 2)), digits(await list(false, idOf(8), 1))], ['86', '6']);
});

test('returns the user whom an open report is about', async () => {
  await report(4, ana, bia);
  await report(5, ana, eva);
  await report(6, ana, null);
  await report(7, ana, bia, { closed_at: now });
  const of = async (digit: number) => {
    const found = await within((tx) => findReportedOf(tx, idOf(digit)));
    return found && { ...found };
  };
  assert.deepEqual(await Promise.all([4, 5, 6].map(of)), [
    { reportedId: bia },
    { reportedId: eva },
    { reportedId: null },
  ]);
  assert.deepEqual([await of(7), await of(8)], [undefined, undefined]);
});

test('closes one report once, and others stay open', async () => {
  for (const digit of [4, 5]) await report(digit, ana, bia);
  const close = async (digit: number, note: string) =>
    (await within((tx) => markClosed(tx, idOf(digit), { note, outcome: 'no_breach', now }))) !== undefined;
  const before = await reports();
  assert.deepEqual(
    [await close(5, 'first'), await close(5, 'second'), await close(6, '')],
    [true, false, false],
  );
  const closed = { closed_at: now.toISOString(), note: 'first', outcome: 'no_breach' };
  assert.deepEqual(
    await reports(),
    before.map((row) => (row['id'] === idOf(5) ? { ...row, ...closed } : row)),
  );
});

test('returns the given reports about one user, with the staff member who settled them', async () => {
  await act(1, idOf(8));
  await act(2);
  await report(4, ana, bia);
  await report(5, ana, bia, { closed_at: now, settled_by: idOf(1) });
  await report(6, ana, bia, { closed_at: now, settled_by: idOf(2) });
  await report(7, ana, eva, { closed_at: now, settled_by: idOf(1) });
  await report(8, ana, bia);
  const stated = await within((tx) => findStatedReports(tx, bia, [4, 5, 6, 7].map(idOf)));
  assert.deepEqual(
    stated
      .map(({ id, closed, settledBy }) => [id.slice(-1), closed, settledBy] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
    [
      ['4', false, null],
      ['5', true, idOf(8)],
      ['6', true, null],
    ],
  );
});

for (const [name, reportIds, settled] of [
  ['all', null, [4, 5]],
  ['those that are named', [5, 6, 7], [5]],
  ['none', [], []],
] as const)
  test(`settles open reports about one user: ${name}`, async () => {
    await report(4, ana, bia);
    await report(5, ana, bia);
    await report(6, ana, eva);
    await report(7, ana, bia, { closed_at: at(-1), note: 'n' });
    const before = await reports();
    await within((tx) =>
      settle(tx, bia, reportIds && reportIds.map(idOf), { id: idOf(9), note: 'done', now }),
    );
    const closed = { closed_at: now.toISOString(), settled_by: idOf(9), note: 'done' };
    const ids = new Set<unknown>(settled.map(idOf));
    assert.deepEqual(
      await reports(),
      before.map((row) => (ids.has(row['id']) ? { ...row, ...closed } : row)),
    );
  });

/** Inserts a report closed at this time; its reason is its name in the assertions. */
const old = (reason: string, ms: number | null, reported = bia, settledBy: string | null = null) =>
  insertReportRow(sql, newId(), { reporter: eva, reported }, now, {
    reason,
    closed_at: ms === null ? null : at(ms),
    settled_by: settledBy,
  });
const reasons = async () => (await reports()).map((row) => String(row['reason'])).toSorted();
const forget = (limit = 9) => deleteOldReports(sql, { before: now, now, limit });

test('deletes old reports, oldest first, up to the limit, and skips locked rows', async () => {
  await old('open', null);
  await old('just closed', 0);
  await old('late', -1);
  await old('early', -2);
  await old('held', -3);
  await sql.begin(async (tx) => {
    await tx`select from social.reports where reason = 'held' for update`;
    assert.equal(await forget(1), 1);
    assert.deepEqual(await reasons(), ['held', 'just closed', 'late', 'open']);
  });
  assert.equal(await forget(), 2);
  assert.deepEqual(await reasons(), ['just closed', 'open']);
});

test('keeps the reports behind a hiding or suspension of the reported user that is still in force', async () => {
  const [hiding, suspending, other] = [idOf(4), idOf(5), idOf(6)];
  await sql`
    update social.users set hidden_by = ${hiding}, suspended_by = ${suspending}, suspended_until = ${at(1)}
    where id = ${bia}`;
  await old('hidden', -1, bia, hiding);
  await old('suspended', -1, bia, suspending);
  await old('something else', -1, bia, other);
  await old('of another, hidden', -1, ana, hiding);
  await old('of another, suspended', -1, ana, suspending);
  await old('closed without an act', -1, bia);
  assert.equal(await forget(), 4);
  assert.deepEqual(await reasons(), ['hidden', 'suspended']);
  await sql`update social.users set suspended_until = ${now} where id = ${bia}`;
  assert.equal(await forget(), 1);
  assert.deepEqual(await reasons(), ['hidden']);
});

test('keeps reports while an appeal against the act that settled them is open', async () => {
  for (const [digit, decided] of [
    [4, false],
    [5, true],
  ] as const)
    await insertRow(sql, 'social', 'appeals', {
      id: newId(),
      user_id: bia,
      act_id: idOf(digit),
      body: '',
      created_at: now,
      decided_at: decided ? now : null,
      accepted: decided ? false : null,
    });
  await old('open', -1, bia, idOf(4));
  await old('decided', -1, bia, idOf(5));
  await old('none', -1, bia, idOf(6));
  assert.equal(await forget(), 2);
  assert.deepEqual(await reasons(), ['open']);
});

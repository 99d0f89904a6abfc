import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { insertAct, insertAppeal } from '../../../../test/support/town-rows.ts';
import { newId } from '../../../platform/ids.ts';
import { findCase, findCases, type CaseKind, type CasePosition } from './case-queue.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const staff = newId();

beforeEach(async () => {
  for (const table of ['reports', 'moderation_acts', 'users'])
    await sql`delete from social.${sql.identifier(table)}`;
  for (let digit = 1; digit <= 7; digit += 1) await insertPerson(sql, idOf(digit), now);
});

const open = (digit: number, seconds: number) =>
  insertRow(sql, 'social', 'cases', { user_id: idOf(digit), opened_at: at(seconds) });

/** Reads all pages. The limit of pages prevents an endless loop if the cursor is wrong. */
async function listed(only: CaseKind | null = null, limit = 9): Promise<string> {
  let found = '';
  let after: CasePosition | null = null;
  for (let page = 0; page < 9; page += 1) {
    const rows = await findCases(sql, { now, only, after, limit });
    assert.ok(rows.length <= limit);
    found += rows.map(({ userId }) => userId.slice(-1)).join('');
    const last = rows.at(-1);
    if (!last?.openedAt) break;
    after = { openedAt: last.openedAt, userId: last.userId };
  }
  return found;
}

test('lists only users with an open case, longest wait first, page by page', async () => {
  for (const digit of [4, 6, 3]) await open(digit, 1);
  await open(1, 2);
  await open(5, 0);
  for (const limit of [1, 2, 3, 9]) assert.equal(await listed(null, limit), '53461', `pages of ${limit}`);
});

test('filters cases by users hidden by a rule or with an open appeal', async () => {
  for (let digit = 1; digit <= 7; digit += 1) await open(digit, digit);
  for (const digit of [1, 2, 3]) {
    const id = newId();
    await insertAct(sql, id, idOf(digit), now, { kind: 'hide', staff_id: digit === 3 ? staff : null });
    await sql`update social.users set hidden_by = ${id} where id = ${idOf(digit)}`;
  }
  for (const digit of [4, 5]) await insertAppeal(sql, newId(), idOf(digit), newId(), now);
  await insertAppeal(sql, newId(), idOf(6), newId(), now, { decided_at: now, accepted: false });
  assert.equal(await listed('hidden'), '12');
  assert.equal(await listed('appeals'), '45');
  assert.equal(await listed(), '1234567');
});

test('finds a user with the open case, or without one', async () => {
  await open(2, 5);
  const opened = async (digit: number) => {
    const found = await findCase(sql, idOf(digit), now);
    return found && [found.userId, found.openedAt];
  };
  assert.deepEqual(await opened(1), [idOf(1), null]);
  assert.deepEqual(await opened(2), [idOf(2), at(5)]);
  assert.deepEqual(await opened(3), [idOf(3), null]);
  assert.equal(await opened(9), undefined);
});

test('a case shows whether a suspension is in force and when it ends', async () => {
  const suspension = async (until: Date | string) => {
    await sql`update social.users set suspended_until = ${until} where id = ${idOf(1)}`;
    const found = await findCase(sql, idOf(1), now);
    return [found?.suspended, found?.suspendedUntil];
  };
  assert.deepEqual(await suspension('-infinity'), [false, null]);
  assert.deepEqual(await suspension(now), [false, null]);
  assert.deepEqual(await suspension(at(1)), [true, at(1)]);
  assert.deepEqual(await suspension('infinity'), [true, null]);
});

test('a case shows whether staff or reports hide the user', async () => {
  const [byStaff, byRule] = [newId(), newId()];
  await insertAct(sql, byStaff, idOf(1), now, { kind: 'hide', staff_id: staff });
  await insertAct(sql, byRule, idOf(2), now, { kind: 'hide' });
  const hidden = async (by: string | null) => {
    await sql`update social.users set hidden_by = ${by} where id = ${idOf(1)}`;
    return (await findCase(sql, idOf(1), now))?.hidden;
  };
  assert.deepEqual(
    [await hidden(null), await hidden(byStaff), await hidden(byRule)],
    [null, 'staff', 'reports'],
  );
});

test('counts all and open reports about a user, and each reporter once', async () => {
  const report = (digit: number, by: number | null, category: string, closed = false) =>
    insertRow(sql, 'social', 'reports', {
      id: newId(),
      reporter_id: by === null ? null : idOf(by),
      reported_id: idOf(digit),
      reason: '',
      category,
      created_at: now,
      closed_at: closed ? now : null,
    });
  await report(1, 3, 'spam');
  await report(1, 3, 'spam');
  await report(1, 4, 'fake');
  await report(1, null, 'other');
  await report(1, 5, 'spam', true);
  await report(1, 5, 'rude', true);
  await report(2, 6, 'rude');
  await report(2, 6, 'fake', true);
  await report(2, 7, 'fake', true);
  const counts = async (digit: number) => {
    const found = await findCase(sql, idOf(digit), now);
    assert.ok(found);
    const { openReports, openReporters, reports, reporters, categories } = found;
    return { openReports, openReporters, reports, reporters, categories };
  };
  assert.deepEqual(await counts(1), {
    openReports: 4,
    openReporters: 2,
    reports: 6,
    reporters: 3,
    categories: { spam: 2, fake: 1, other: 1 },
  });
  assert.deepEqual(await counts(2), {
    openReports: 1,
    openReporters: 1,
    reports: 3,
    reporters: 2,
    categories: { rude: 1 },
  });
  const nothing = { openReports: 0, openReporters: 0, reports: 0, reporters: 0, categories: {} };
  assert.deepEqual(await counts(3), nothing);
});

test('a case shows the user’s own profile texts', async () => {
  await insertPerson(sql, idOf(8), at(-9), { name: 'Eva', about: 'Hi', deleted_at: at(-1) });
  await open(8, -3);
  const [row] = await findCases(sql, { now, only: null, after: null, limit: 9 });
  const { name, about, createdAt, deletedAt, openedAt } = row ?? {};
  assert.deepEqual(
    { name, about, createdAt, deletedAt, openedAt },
    { name: 'Eva', about: 'Hi', createdAt: at(-9), deletedAt: at(-1), openedAt: at(-3) },
  );
});

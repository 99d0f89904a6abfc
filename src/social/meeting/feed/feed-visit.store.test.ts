import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertEvent } from '../../../../test/support/social-rows.ts';
import { insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Scope } from './feed.rules.ts';
import { findViewer, saveVisit } from './feed-visit.store.ts';
import { mostGaps, type Gap } from './gap.rules.ts';
import { lowest } from './position.rules.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
/** `me` is created first, so it has the lower id. */
const ids = { me: newId(), other: newId() };
const idOf = (name: keyof typeof ids): string => ids[name];

beforeEach(async () => {
  for (const table of ['pairs', 'events', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  for (const name of ['me', 'other'] as const)
    await insertRow(sql, 'social', 'users', {
      id: idOf(name),
      provider: 'test',
      login_id: name,
      name,
      gender: 'woman',
      birth_date: '1990-06-15',
      last_active_at: now,
      created_at: now,
    });
});
const snapshotNow = async (): Promise<string> => {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
  return row?.snapshot ?? '';
};

const gap = (snapshot: string, stage: Scope = 'city'): Gap => ({
  stage,
  from: { at: '2026-03-01T12:00:00.000001Z', id: idOf('me') },
  to: lowest,
  snapshot,
});

test('returns a viewer with valid gaps, none after a withdrawn reaction, and undefined for a deleted user', async () => {
  const snapshot = await snapshotNow();
  const visit = (name: 'me' | 'other', stage: Scope, holdMs: number, settings = 's') =>
    saveVisit(sql, {
      userId: idOf(name),
      now,
      active: false,
      gaps: [gap(snapshot, stage)],
      settings,
      holdUntil: at(holdMs),
    });
  await visit('me', 'city', 1);
  await visit('me', 'state', 2);
  await visit('other', 'country', 2);
  const stagesAt = async (ms: number) =>
    (await findViewer(sql, idOf('me'), at(ms)))?.gaps.map(({ stage }) => stage).toSorted();
  assert.deepEqual(await stagesAt(0), ['city', 'state']);
  assert.deepEqual(await stagesAt(1), ['state']);
  const found = await findViewer(sql, idOf('me'), at(1));
  assert.deepEqual(found?.gaps, [{ ...gap(snapshot, 'state'), settings: 's' }]);
  assert.deepEqual([found?.gender, found?.birthDate], ['woman', '1990-06-15']);
  // Saving gaps of other settings deletes these.
  await visit('me', 'country', 2, 'others');
  assert.deepEqual(await stagesAt(0), ['country']);
  const pair = async (fields: object) =>
    insertRow(sql, 'social', 'pairs', { low_id: idOf('me'), high_id: idOf('other'), ...fields });
  await pair({ low_liked_at: now, low_blocked_until: now });
  for (const [column, value, isVoid] of [
    ['high_liked_at', now, false],
    ['low_passed_until', at(1), false],
    ['high_passed_until', at(1), false],
    ['low_blocked_until', at(9), false],
    ['high_blocked_until', at(5), false],
    ['low_blocked_until', null, true],
    ['high_blocked_until', null, true],
    ['low_liked_at', null, true],
    ['low_passed_until', null, true],
    ['high_liked_at', null, true],
    ['high_passed_until', null, true],
  ] as const) {
    await sql`delete from social.feed_reopenings`;
    await sql`update social.pairs set ${sql.identifier(column)} = ${value}`;
    assert.deepEqual(await stagesAt(0), isVoid ? [] : ['country'], `${column} ${String(value)}`);
    const [others] = await sql`select from social.feed_reopenings where user_id = ${idOf('other')}`;
    assert.equal(others !== undefined, isVoid, 'both sides');
  }
  await sql`delete from social.feed_reopenings`;
  await sql`delete from social.pairs`;
  assert.deepEqual(await stagesAt(0), []);
  await sql`update social.users set deleted_at = ${now} where name = 'me'`;
  assert.equal(await findViewer(sql, idOf('me'), now), undefined);
});

test('a visit updates only the viewer’s activity and never moves it back', async () => {
  const activity = async () => {
    const rows = await readRows(sql, 'social', 'users', ['name', 'last_active_at']);
    return Object.fromEntries(rows.map((row) => [row['name'], row['last_active_at']]));
  };
  const were = await activity();
  const visit = (ms: number, active: boolean) =>
    saveVisit(sql, {
      userId: idOf('me'),
      now: at(ms),
      active,
      gaps: [gap('1:1:')],
      settings: '',
      holdUntil: at(9),
    });
  await visit(5, false);
  assert.deepEqual(await activity(), were);
  await visit(5, true);
  await visit(4, true);
  assert.deepEqual(await activity(), { ...were, me: at(5).toISOString() });
});

test('a user has at most `mostGaps` gaps', async () => {
  const minutes = (count: number) => Array.from({ length: count }, (_, index) => at(-index * 60_000));
  const gaps = (places: readonly Date[]): Gap[] =>
    places.map((time) => ({ ...gap('1:1:'), from: { at: time.toISOString(), id: idOf('me') } }));
  const visit = (found: Gap[]) =>
    saveVisit(sql, { userId: idOf('me'), now, active: false, gaps: found, settings: '', holdUntil: at(1) });
  await visit(gaps(minutes(mostGaps + 3)));
  await visit(gaps([at(60_000)]));
  assert.equal((await readRows(sql, 'social', 'feed_gaps')).length, mostGaps);
});

test('a viewer’s events are coming ones confirmed by now, by id', async () => {
  const event = (ms: number, status = 'EventScheduled') =>
    insertEvent(sql, at(-3_600_000), { ends_at: at(ms), status });
  const goes = async (name: 'me' | 'other', id: number, ms = 0) =>
    insertRow(sql, 'social', 'attendances', { event_id: id, user_id: idOf(name), confirmed_at: at(ms) });
  const [first, second, third] = [await event(1), await event(9), await event(5, 'EventPostponed')];
  const [over, cancelled, later, others] = [
    await event(0),
    await event(9, 'EventCancelled'),
    await event(9),
    await event(9),
  ];
  for (const id of [third, first, second, over, cancelled]) await goes('me', id);
  await goes('me', later, 1);
  for (const id of [others, first]) await goes('other', id, -1);
  assert.deepEqual((await findViewer(sql, idOf('me'), now))?.events, [first, second, third]);
  assert.deepEqual((await findViewer(sql, idOf('other'), now))?.events, [first, others]);
});

const visitWith = (name: 'me' | 'other', gaps: Gap[], settings: string, holdMs: number) =>
  saveVisit(sql, { userId: idOf(name), now, active: false, gaps, settings, holdUntil: at(holdMs) });
const kept = async () =>
  (await readRows(sql, 'social', 'feed_gaps'))
    .map(
      (row) =>
        `${row['user_id'] === idOf('me') ? 'me' : 'other'} ${String(row['stage'])} ${String(row['settings'])} ${String(row['snapshot'])}`,
    )
    .toSorted();

test('stores the latest extent of a gap that is found twice', async () => {
  const again: Gap = { ...gap('2:2:'), to: { at: '2026-02-01T12:00:00.000001Z', id: idOf('other') } };
  await visitWith('other', [gap('1:1:')], 's', 1);
  await visitWith('me', [gap('1:1:')], 's', 1);
  await visitWith('me', [again], 's', 2);
  assert.deepEqual(await kept(), ['me city s 2:2:', 'other city s 1:1:']);
  assert.deepEqual((await findViewer(sql, idOf('me'), at(1)))?.gaps, [{ ...again, settings: 's' }]);
});

test('storing new gaps deletes the user’s expired gaps and those of other settings', async () => {
  await visitWith('other', [gap('1:1:')], 'old', 0);
  await visitWith('me', [gap('1:1:')], 's', 0);
  await visitWith('me', [], 'new', 9);
  assert.deepEqual(
    await kept(),
    ['me city s 1:1:', 'other city old 1:1:'],
    'without new gaps, none is deleted',
  );
  await visitWith('me', [gap('2:2:', 'state')], 's', 1);
  assert.deepEqual(await kept(), ['me state s 2:2:', 'other city old 1:1:']);
  await visitWith('me', [gap('3:3:', 'country')], 's', 1);
  assert.deepEqual(await kept(), ['me country s 3:3:', 'me state s 2:2:', 'other city old 1:1:']);
  await visitWith('me', [gap('4:4:')], 'new', 1);
  assert.deepEqual(await kept(), ['me city new 4:4:', 'other city old 1:1:']);
});

test('gaps of other users do not count towards the limit', async () => {
  const many = Array.from({ length: mostGaps }, (_, index) => ({
    ...gap('1:1:'),
    from: { at: at(-index).toISOString(), id: idOf('me') },
  }));
  await visitWith('other', many, 's', 1);
  await visitWith('me', [gap('1:1:')], 's', 1);
  assert.equal((await findViewer(sql, idOf('me'), now))?.gaps.length, 1);
});

test('a gap stays valid after reactions withdrawn before it was found, or by other users', async () => {
  await visitWith('me', [gap(await snapshotNow())], 's', 1);
  const holds = async () => (await findViewer(sql, idOf('me'), now))?.gaps.length === 1;
  const reopened = (name: 'me' | 'other', xid: string) =>
    insertRow(sql, 'social', 'feed_reopenings', { user_id: idOf(name), reopened_xid: xid });
  await reopened('other', '9000000000000000000');
  await reopened('me', '3');
  assert.equal(await holds(), true);
  await sql`update social.feed_reopenings set reopened_xid = '9000000000000000000'`;
  assert.equal(await holds(), false);
});

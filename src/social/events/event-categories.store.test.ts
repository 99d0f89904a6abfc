import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertEvent } from '../../../test/support/social-rows.ts';
import { idOf } from '../../../test/support/table-rows.ts';
import { findEventOfForm } from './change-event.store.ts';
import { countEventsByCategory } from './event.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

beforeEach(() => sql`delete from social.events`);

/** The first word of a category is its key. */
const add = (category: string, fields: object = {}) =>
  insertEvent(sql, now, { category, category_key: category.split(' ')[0], ...fields });

test('counts events that are not over by category, largest first, under the most common spelling', async () => {
  for (const category of ['show 2', 'show 1', 'show 2', 'feira 2', 'feira 1', 'baile 1', 'baile 2'])
    await add(category);
  for (const fields of [
    { starts_at: at(-9), ends_at: now },
    { status: 'EventCancelled' },
    // Started longer ago than any event can last.
    { starts_at: at(-32 * 86_400_000), ends_at: at(-2 * 86_400_000) },
  ])
    await add('over', fields);
  await add('aula', { starts_at: at(-9), ends_at: at(1) });
  const counted = await countEventsByCategory(sql, now);
  assert.deepEqual(
    counted.map(({ category, eventsQty }) => `${category}: ${eventsQty}`),
    ['show 2: 3', 'baile 1: 2', 'feira 1: 2', 'aula: 1'],
  );
});

test('finds the event created by a form', async () => {
  const made: number[] = [];
  for (const digit of [1, 2]) made.push(await add('show', { form_id: idOf(digit) }));
  await add('show');
  const found = await Promise.all([1, 2, 3].map((digit) => findEventOfForm(sql, idOf(digit))));
  assert.deepEqual(found, [...made, undefined]);
});

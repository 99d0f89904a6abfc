import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import { insertPerson } from '../people/person.store.ts';
import { findKnownMarks, keepKnownMarks } from './known-mark.store.ts';

const sql = await useTestSql();
const ana = idOf(1);
const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));

test('stored marks of a person are known, and the most recently used ones are kept', async () => {
  const email = 'ana@example.com';
  const now = at(0);
  await insertPerson(sql, {
    id: ana,
    email,
    emailKey: email,
    name: 'Ana',
    passwordHash: null,
    language: 'en',
    now,
  });
  const find = (...marks: Buffer[]) => sql.begin((tx) => findKnownMarks(tx, ana, marks));
  const keep = (minute: number, ...marks: Buffer[]) =>
    sql.begin((tx) => keepKnownMarks(tx, ana, marks, at(minute), 2));
  assert.deepEqual(await find(first), { hasAny: false, known: 0 });
  await keep(1, first, second);
  assert.deepEqual(await find(first, third), { hasAny: true, known: 1 });
  await keep(2, first);
  await keep(3, third);
  assert.deepEqual(await find(first, second, third), { hasAny: true, known: 2 });
  assert.deepEqual(await find(second), { hasAny: true, known: 0 }, 'it was used the longest time ago');
});

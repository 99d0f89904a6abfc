import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt, isId, newId, newRequestId } from './ids.ts';

test('ids are UUIDv7, all different, and in the order they were made', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.toSorted(), ids);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('an id carries the moment of the clock it was given', () => {
  const moment = Date.UTC(2031, 4, 5, 6, 7, 8, 9);
  const id = newId(moment);
  assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), moment);
  assert.ok(firstIdAt(moment) <= id && id < firstIdAt(moment + 1));
});

test('only UUIDs are taken for ids', () => {
  assert.ok(isId(newId()));
  for (const text of ['', '1', 'x'.repeat(36), `${newId()} `, `${newId()}\n`]) assert.ok(!isId(text), text);
});

test('requests have names of their own, however many come in one millisecond', () => {
  const names = Array.from({ length: 200_000 }, newRequestId);
  assert.equal(new Set(names).size, names.length);
  for (const name of names.slice(0, 100))
    assert.match(name, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt, isId, newId, newRequestId, packId, unpackId } from './ids.ts';

test('ids are unique UUIDv7 values in order of their creation', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.toSorted(), ids);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('an id contains the time of the given clock', () => {
  const moment = Date.UTC(2031, 4, 5, 6, 7, 8, 9);
  const id = newId(moment);
  assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), moment);
  assert.ok(firstIdAt(moment) <= id && id < firstIdAt(moment + 1));
});

test('accepts only UUIDs as ids', () => {
  assert.ok(isId(newId()));
  for (const text of ['', '1', 'x'.repeat(36), `${newId()} `, `${newId()}\n`]) assert.ok(!isId(text), text);
});

test('request ids are unique, regardless of the number per millisecond', () => {
  const names = Array.from({ length: 200_000 }, newRequestId);
  assert.equal(new Set(names).size, names.length);
  for (const name of names.slice(0, 100))
    assert.match(name, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/);
});

const sequenceOf = (id: string): number => Number.parseInt(id.slice(15, 18), 16);
const momentOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

test('after 4096 ids in a millisecond the next one has a later time and keeps the order', () => {
  const moment = Date.UTC(2033, 0, 1);
  const ids = Array.from({ length: 4097 }, () => newId(moment));
  const full = ids.findIndex((id) => momentOf(id) > moment);
  assert.ok(full > 0);
  assert.equal(sequenceOf(ids[full - 1] ?? ''), 0xfff);
  assert.deepEqual([momentOf(ids[full] ?? ''), sequenceOf(ids[full] ?? '')], [moment + 1, 0]);
  assert.deepEqual(ids.toSorted(), ids);
  // A clock that goes back a little is ignored until it catches up; one that goes back far is followed.
  assert.ok(newId(moment - 900) > (ids.at(-1) ?? ''));
  const back = moment + 1 - 1001;
  assert.equal(momentOf(newId(back)), back);
});

test('the first counter value of a millisecond is random within the lower quarter', () => {
  const firsts = Array.from({ length: 500 }, (_, index) => sequenceOf(newId(Date.UTC(2034, 0, 1) + index)));
  assert.ok(Math.max(...firsts) <= 0x3ff);
  assert.ok(Math.max(...firsts) > 0x200 && Math.min(...firsts) < 0x200);
  assert.ok(new Set(firsts).size > 100);
});

test('each random part of an id varies independently', () => {
  const ids = Array.from({ length: 300 }, () => newId());
  const parts = ids.map((id) => [id.slice(19, 23), id.slice(24, 28), id.slice(28, 32), id.slice(32, 36)]);
  for (const position of [0, 1, 2, 3]) {
    assert.ok(new Set(parts.map((part) => part[position])).size > 250, String(position));
  }
  assert.ok(parts.filter((part) => new Set(part.slice(1)).size === 3).length > 290);
  const all = ids.map((id) => id.slice(19).replaceAll('-', '').slice(1));
  const words = new Set(all.flatMap((text) => [text.slice(3, 7), text.slice(7, 11), text.slice(11)]));
  assert.ok(words.size > 850, 'what one id had, the next has not');
});

test('packs an id into sixteen bytes and unpacks it, ignoring the bytes after it', () => {
  const id = newId();
  assert.equal(packId(id).length, 16);
  assert.equal(unpackId(packId(id)), id);
  assert.equal(unpackId(Buffer.concat([packId(id), Buffer.alloc(32, 7)])), id);
});

test('accepts an id in capitals and rejects longer texts that contain one', () => {
  assert.ok(isId(newId().toUpperCase()));
  assert.ok(!isId(`x${newId()}`));
  assert.ok(!isId(`${newId()}x`));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCursor, encodeCursor, idPattern, nextLink, timePattern } from './cursor.rules.ts';

test('rejects a cursor with an impossible time', () => {
  const read = (time: string): string[] => decodeCursor(encodeCursor([time]), [timePattern]);
  assert.deepEqual(read('2026-02-28T10:00:00.123456Z'), ['2026-02-28T10:00:00.123456Z']);
  for (const time of ['2026-02-30', '2026-13-01', '0000-01-01'])
    assert.throws(() => read(`${time}T10:00:00.000Z`), time);
  assert.throws(() => read('2026-02-28T24:00:00.000Z'));
});

const time = '2026-02-28T10:00:00.123Z';
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const both = [timePattern, idPattern];

test('decodes what was encoded, once or up to the allowed number of times', () => {
  assert.deepEqual(decodeCursor(encodeCursor([time, id]), both), [time, id]);
  const twice = [time, id, time, id];
  assert.deepEqual(decodeCursor(encodeCursor(twice), both, 2), twice);
  assert.throws(() => decodeCursor(encodeCursor(twice), both));
  assert.throws(() => decodeCursor(encodeCursor([...twice, time, id]), both, 2));
});

test('rejects every foreign text with the field cursor', () => {
  const refused = (text: string) =>
    assert.throws(
      () => decodeCursor(text, both, 2),
      (error: { errors?: { field: string; code: string }[] }) => {
        const [first] = error.errors ?? [];
        return first?.field === 'cursor' && first.code === 'malformed';
      },
      text,
    );
  for (const parts of [
    [],
    [time],
    [id, time],
    [time, id, time],
    [time, id, id, time],
    ['x', id],
    [time, 'x'],
  ]) {
    refused(encodeCursor(parts));
  }
  for (const bad of [`x${time}`, `${time}x`]) refused(encodeCursor([bad, id]));
  for (const bad of [`0${id}`, `${id}0`, id.toUpperCase()]) refused(encodeCursor([time, bad]));
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const value of [null, 1, { length: 2 }, [time, [id]], 'text']) refused(encode(value));
  refused('');
  refused('no json');
});

test('the next link contains the cursor, and the limit if one was given', () => {
  assert.equal(nextLink('/a', 'x y', undefined), '</a?cursor=x+y>; rel="next"');
  assert.equal(nextLink('/a', 'x', 5), '</a?cursor=x&limit=5>; rel="next"');
});

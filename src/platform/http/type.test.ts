import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from './type.ts';

/** Builds a schema of each kind, with and without options. */
const schemasOf = (words: typeof Type): unknown[] => {
  const note = { description: 'a note' };
  const known = words.Object({
    name: words.String({ minLength: 1 }),
    age: words.Optional(words.Integer({ minimum: 0 })),
    tags: words.Optional(words.Array(words.Enum(['one', 'two'], note), { maxItems: 3 })),
  });
  return [
    known,
    words.Object({}),
    words.Object({ only: words.Optional(words.Null()) }, { additionalProperties: false, ...note }),
    words.Partial(known),
    words.Partial(known, note),
    words.Object({ ...words.Partial(known).properties, more: words.Boolean(note) }),
    words.Optional(words.Union([words.String(), words.Null()], note)),
    words.Union([words.Literal('one', note), words.Literal(1), words.Literal(true)]),
    words.Record(words.String(), words.Number(note), note),
    words.Record(words.String(), words.Unknown(note)),
    words.Unsafe({ type: 'string', format: 'date', ...note }),
    words.Enum({ One: 'one' }),
    [words.Boolean(), words.Integer(), words.Null(note), words.Number(), words.Unknown()],
  ];
};

test('builds exactly the schemas that TypeBox builds', () => {
  const untried = Object.keys(Type).filter((word) => !String(schemasOf).includes(`words.${word}(`));
  assert.deepEqual(untried, []);
  assert.equal(JSON.stringify(schemasOf(Type)), JSON.stringify(schemasOf(TypeBox)));
});

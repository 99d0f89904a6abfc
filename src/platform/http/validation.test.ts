import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from './type.ts';
import { describeValidation, serializerCompiler, validatorCompiler } from './validation.ts';

const validate = (schema: object, data: unknown) => {
  const validator = validatorCompiler({ schema, method: 'PUT', url: '/', httpPart: 'body' });
  validator(data);
  return (validator.errors ?? []) as Parameters<typeof describeValidation>[0];
};

const photo = Type.String({ minLength: 1, description: 'a link' });
const photos = Type.Array(photo, { maxItems: 5, description: 'a list of links' });
const word = Type.String({ maxLength: 3, pattern: '^[a-z]+$', description: 'a word' });
const notes = Type.Record(Type.String(), Type.String({ maxLength: 5 }), {
  maxProperties: 2,
  propertyNames: { type: 'string', pattern: '^[a-z]+$' },
});
const input = Type.Object({ photos, word, notes, albums: Type.Array(photos, { maxItems: 2 }) });
const right = { photos: ['x'], word: 'x', notes: { a: 'x' }, albums: [['x']] };
const manyNotes = Object.fromEntries(Array.from({ length: 70_000 }, (_none, index) => [`${index}`, 1]));

for (const [field, wrong, message] of [
  ['photos', Array<number>(500_000).fill(1), 'must have at most 5 items'],
  ['albums', Array.from({ length: 100_000 }, () => [1]), 'must have at most 2 items'],
  ['albums.0', [Array<number>(500_000).fill(1)], 'must have at most 5 items'],
  ['word', '!'.repeat(1_000_000), 'must have at most 3 characters'],
  ['notes', manyNotes, 'must have at most 2 keys'],
] as const)
  test(`reports only the size of ${field} if that is too large, without checking its content`, () => {
    const body = { ...right, [field.split('.', 1)[0] ?? '']: wrong };
    const errors = validate(input, body);
    assert.deepEqual(
      describeValidation(errors, 'body').errors?.map((error) => [error.field, error.code, error.message]),
      [[field, 'too_long', message]],
    );
    // Each checked item would have added an error.
    assert.ok(errors.length <= 4, `${errors.length} errors`);
  });

test('does not read the items of a list that is too long', () => {
  let reads = 0;
  const list = new Proxy(Array<string>(500_000).fill('x'), {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  validate(input, { ...right, photos: list });
  assert.equal(reads, 0);
});

test('checks the content of values within the size limits and fills in defaults', () => {
  assert.deepEqual(validate(input, right), []);
  const wrong = { photos: ['x', 1, ''], word: '!', notes: { a: 'xxxxxx', B: 'x' }, albums: [['x'], 'x'] };
  assert.deepEqual(
    describeValidation(validate(input, wrong), 'body').errors?.map(({ field, message }) => [field, message]),
    [
      ['photos.1', 'must be a string'],
      ['photos.2', 'must not be empty'],
      ['word', 'must be a word'],
      ['notes.B', 'is a key that is not allowed'],
      ['notes.a', 'must have at most 5 characters'],
      ['albums.1', 'must be a list'],
    ],
  );
  const data = { list: [{}] };
  const item = Type.Object({ size: Type.Optional(Type.Integer({ default: 1 })) });
  assert.deepEqual(validate(Type.Object({ list: Type.Array(item, { maxItems: 2 }) }), data), []);
  assert.deepEqual(data, { list: [{ size: 1 }] });
});

test('reports at most 20 errors', () => {
  const list = Type.Object({ list: Type.Array(Type.Integer(), { maxItems: 100 }) });
  const errors = validate(list, { list: Array<string>(100).fill('x') });
  assert.equal(describeValidation(errors, 'body').errors?.length, 20);
});

test('serialises a union with custom formats without checking the texts', (t) => {
  const warned = t.mock.method(console, 'warn', () => {});
  const form = (name: string, format: string) => ({
    type: 'object',
    properties: { [name]: { type: 'string', format } },
    required: [name],
  });
  const names = ['ip', 'visible-text', 'visible-line', 'readable-text', 'uuid', 'date-time'];
  const schema = { anyOf: names.map((format) => form(format, format)) };
  const serialize = serializerCompiler({ schema, method: 'GET', url: '/' });
  assert.equal(serialize({ 'visible-text': '\u200b' }), JSON.stringify({ 'visible-text': '\u200b' }));
  assert.deepEqual(
    warned.mock.calls.map(({ arguments: [line] }) => line),
    [],
  );
});

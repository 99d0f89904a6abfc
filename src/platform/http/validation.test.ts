import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serializerCompiler } from './validation.ts';

test('an answer of several forms knows our formats, and holds no text against them', (t) => {
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

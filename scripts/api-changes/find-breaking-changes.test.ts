import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBreakingChanges, type ApiDocument } from './find-breaking-changes.ts';

type Json = Record<string, unknown>;

const payment = (): Json => ({
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'string' },
    status: { type: 'string', enum: ['PENDING', 'PAID'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
});

const order = (): Json => ({
  type: 'object',
  required: ['amount'],
  properties: { amount: { type: 'number', maximum: 100 }, kind: { enum: ['buy', 'sell'] } },
});

function documentOf(
  changes: { sent?: Json; received?: Json; operation?: Json; paths?: Json } = {},
): ApiDocument {
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
  const operation = {
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
    requestBody: json(changes.sent ?? order()),
    responses: { 200: json({ $ref: '#/components/schemas/Payment' }), 404: json({ type: 'object' }) },
    ...changes.operation,
  };
  return {
    paths: changes.paths ?? { '/orders': { post: operation } },
    components: { schemas: { Payment: changes.received ?? payment() } },
  } as unknown as ApiDocument;
}

const withProperty = (schema: Json, name: string, property: Json | undefined, required?: string[]): Json => {
  const properties = { ...(schema['properties'] as Json), [name]: property };
  if (property === undefined) delete properties[name];
  return { ...schema, properties, ...(required ? { required } : {}) };
};

const refused: [string, ApiDocument, string][] = [
  ['an operation that is gone', documentOf({ paths: {} }), 'POST /orders is gone'],
  ['a new credential', documentOf({ operation: { security: [{ bearer: [] }] } }), 'needs a credential'],
  ['a parameter that is gone', documentOf({ operation: { parameters: [] } }), 'parameter limit is gone'],
  [
    'a parameter that becomes required',
    documentOf({
      operation: {
        parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
      },
    }),
    'parameter limit is required',
  ],
  ['an answer that is gone', documentOf({ operation: { responses: {} } }), 'answer 200 is gone'],
  [
    'a field of an answer that is gone',
    documentOf({ received: withProperty(payment(), 'note', undefined) }),
    'answer 200.note is gone',
  ],
  [
    'a field of an answer that becomes optional',
    documentOf({ received: { ...payment(), required: ['id'] } }),
    'answer 200.status may be missing',
  ],
  [
    'a new value in an answer',
    documentOf({
      received: withProperty(payment(), 'status', { type: 'string', enum: ['PENDING', 'PAID', 'LATE'] }),
    }),
    'answer 200.status may have other values',
  ],
  [
    'another type in an answer',
    documentOf({ received: withProperty(payment(), 'id', { type: 'integer' }) }),
    'answer 200.id has another type',
  ],
  [
    'a new alternative in an answer',
    documentOf({
      received: withProperty(payment(), 'note', {
        anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }],
      }),
    }),
    'answer 200.note has other alternatives',
  ],
  [
    'a new required field of a body',
    documentOf({ sent: withProperty(order(), 'purpose', { type: 'string' }, ['amount', 'purpose']) }),
    'body.purpose is required',
  ],
  [
    'a value that a body may no longer have',
    documentOf({ sent: withProperty(order(), 'kind', { enum: ['buy'] }) }),
    'body.kind takes fewer values',
  ],
  [
    'a value that no alternative of a body has',
    documentOf({ sent: withProperty(order(), 'kind', { anyOf: [{ enum: ['buy'] }, { type: 'null' }] }) }),
    'body.kind has other alternatives',
  ],
  [
    'a tighter limit of a body',
    documentOf({ sent: withProperty(order(), 'amount', { type: 'number', maximum: 50 }) }),
    'body.amount has a tighter maximum',
  ],
  [
    'a body without other fields',
    documentOf({ sent: { ...order(), additionalProperties: false } }),
    'body takes no other fields',
  ],
];

for (const [name, current, sentence] of refused) {
  test(`refuses ${name}`, () => {
    const prefix = sentence.startsWith('POST') ? '' : 'POST /orders: ';
    assert.deepEqual(findBreakingChanges(documentOf(), current), [`${prefix}${sentence}`]);
  });
}

const allowed: [string, ApiDocument][] = [
  ['the same document', documentOf()],
  [
    'a new operation',
    documentOf({ paths: { ...documentOf().paths, '/more': { get: { responses: {} } } } as unknown as Json }),
  ],
  ['a new field of an answer', documentOf({ received: withProperty(payment(), 'more', { type: 'string' }) })],
  ['a new optional field of a body', documentOf({ sent: withProperty(order(), 'more', { type: 'string' }) })],
  [
    'a new value of a body',
    documentOf({ sent: withProperty(order(), 'kind', { enum: ['buy', 'sell', 'swap'] }) }),
  ],
  [
    'a field of an answer that is never null',
    documentOf({ received: withProperty(payment(), 'note', { type: 'string' }) }),
  ],
  [
    'the values of a body, divided among alternatives',
    documentOf({
      sent: withProperty(order(), 'kind', { anyOf: [{ enum: ['buy'] }, { enum: ['sell'] }] }),
    }),
  ],
  ['a wider limit', documentOf({ sent: withProperty(order(), 'amount', { type: 'number', maximum: 500 }) })],
];

for (const [name, current] of allowed) {
  test(`allows ${name}`, () => assert.deepEqual(findBreakingChanges(documentOf(), current), []));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeclaredAnswers, type Answer } from './declared-answers.ts';

const problem = (...codes: string[]) => ({
  content: {
    'application/problem+json': {
      schema: { type: 'object', required: ['code'], properties: { code: { enum: codes } } },
    },
  },
});
const declared = new DeclaredAnswers({
  paths: {
    '/orders/{id}': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id'],
                  properties: { id: { type: 'string' }, at: { $ref: '#/components/schemas/Time' } },
                },
              },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          204: { description: 'nothing' },
          404: { $ref: '#/components/responses/not_found' },
        },
      },
    },
  },
  components: {
    schemas: { Time: { type: 'string', format: 'date-time' } },
    responses: { not_found: problem('not_found') },
  },
});

const answer = (changes: Partial<Answer> = {}): Answer => ({
  method: 'GET',
  path: '/orders/{id}',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: '{"id":"1"}',
  streamed: false,
  ...changes,
});
const gone = { status: 404, contentType: 'application/problem+json' };

const asDeclared: [name: string, answer: Answer][] = [
  ['a success', answer({ body: '{"id":"1","at":"2027-03-01T12:00:00.000Z"}' })],
  ['another type', answer({ contentType: 'text/csv; charset=utf-8', body: 'id\r\n1' })],
  ['no body', answer({ status: 204, contentType: undefined, body: undefined })],
  ['a problem', answer({ ...gone, body: '{"code":"not_found"}' })],
];
for (const [name, given] of asDeclared) {
  test(`${name} is accepted if it is declared`, () => assert.equal(declared.findFault(given), undefined));
}

const faults: [name: string, answer: Answer, fault: RegExp][] = [
  ['an unknown operation', answer({ method: 'POST' }), /not in the document/],
  ['a status', answer({ status: 409 }), /409 is not declared; 200, 204, 404 are/],
  ['a type', answer({ contentType: 'text/html', body: '<p>' }), /"text\/html" is not declared/],
  ['a missing field', answer({ body: '{}' }), /must have required property 'id'/],
  ['a field of another type', answer({ body: '{"id":1}' }), /\/id must be string/],
  ['an additional field', answer({ body: '{"id":"1","secret":"x"}' }), /"secret"/],
  ['a format behind a reference', answer({ body: '{"id":"1","at":"today"}' }), /\/at must match format/],
  ['a code', answer({ ...gone, body: '{"code":"gone"}' }), /\/code must be equal to one of/],
  ['no body', answer({ body: undefined }), /there is no body/],
];
for (const [name, given, fault] of faults) {
  test(`${name} is a fault if it is not declared`, () => {
    assert.match(declared.findFault(given) ?? 'none', fault);
  });
}

test('all declared answers can be listed, errors once per code', () => {
  assert.deepEqual(
    declared.list().map(({ status, code }) => [status, code]),
    [
      [200, undefined],
      [204, undefined],
      [404, 'not_found'],
    ],
  );
});

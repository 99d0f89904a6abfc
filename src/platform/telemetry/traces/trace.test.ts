import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentTrace, inTrace, readTraceparent, traceHeaders } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const valid = `00-${traceId}-${spanId}-01`;

for (const [kind, value] of [
  ['of this version', valid],
  ['of a later version', `cc-${traceId}-${spanId}-01`],
  ['of a later version with more parts', `cc-${traceId}-${spanId}-01-what-the-future-brings`],
])
  test(`reads a traceparent ${kind}`, () => {
    const { tracer, ...read } = readTraceparent(value) ?? {};
    assert.deepEqual(read, { traceId, spanId, flags: 1 });
    assert.equal(tracer, undefined);
  });

for (const [kind, value] of [
  ['that is missing', undefined],
  ['sent twice', `${valid}, ${valid}`],
  ['with more parts than its version has', `${valid}-more`],
  ['of the forbidden version', `ff-${traceId}-${spanId}-01`],
  ['without a trace', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['without a span', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['in capital letters', valid.toUpperCase()],
  ['that is too short', valid.slice(0, -1)],
  ['with other characters', `00-${traceId.replace('4', 'g')}-${spanId}-01`],
  ['with a line break', `${valid}\n`],
] as const)
  test(`ignores a traceparent ${kind}`, () => assert.equal(readTraceparent(value), undefined));

test('work in a trace sends its position, and work outside sends nothing', async () => {
  assert.deepEqual(traceHeaders(), {});
  await inTrace(readTraceparent(`cc-${traceId}-${spanId}-ff-x`), async () => {
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(traceHeaders(), { traceparent: valid });
  });
  assert.equal(currentTrace(), undefined);
});

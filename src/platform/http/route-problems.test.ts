import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { defineProblems } from '../problem.ts';
import { IdempotencyHeaders } from './idempotency.schemas.ts';
import { addOpenApi } from './openapi/openapi.ts';
import { problemsOf, refusing } from './route-problems.ts';
import { createServer, type App } from './server.ts';

const problem = defineProblems({
  sold_out: { status: 409, title: { en: 'Nothing is left', pt: 'Não sobrou nada', de: 'Nichts ist übrig' } },
});
const codesOf = (route: Parameters<typeof problemsOf>[0]): string[] => Object.keys(problemsOf(route));

test('the problems of a route include those of its method, path and headers', () => {
  const plain = codesOf({ method: 'GET', url: '/x' });
  assert.ok(plain.includes('too_many_requests') && plain.includes('overloaded'));
  for (const code of ['malformed_json', 'not_found', 'idempotency_key_reused', 'unauthorized'])
    assert.ok(!plain.includes(code), code);
  assert.ok(codesOf({ method: 'DELETE', url: '/x' }).includes('malformed_json'));
  assert.ok(codesOf({ method: 'GET', url: '/x/:id' }).includes('not_found'));
  const creating = codesOf({ method: 'POST', url: '/x', schema: { headers: IdempotencyHeaders } });
  assert.ok(creating.includes('idempotency_key_reused'));
});

test('the problems of a route include those of its hooks for the method, plus its own, minus exclusions', () => {
  const always = refusing(problem.pick('unauthorized'), () => {});
  const onlyToPosts = refusing(
    (method) => problem.pick(...(method === 'POST' ? ['forbidden' as const] : [])),
    () => {},
  );
  const onRequest = [always, onlyToPosts, () => {}];
  assert.ok(codesOf({ method: 'POST', url: '/x', onRequest }).includes('forbidden'));
  const reading = codesOf({
    method: 'GET',
    url: '/x',
    onRequest,
    config: { problems: problem.pick('sold_out'), neverAnswers: ['internal_error'] },
  });
  assert.ok(reading.includes('unauthorized') && reading.includes('sold_out'));
  assert.ok(!reading.includes('forbidden') && !reading.includes('internal_error'));
});

test('an unknown problem code cannot be declared', () => {
  assert.throws(() => problem.pick('gone' as 'sold_out'), /unknown problem code gone/);
});

test('the document has each status once, with all of its codes', async () => {
  const app = await createServer({
    log: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 4096,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: false,
  });
  await app.register(
    async (scope: App) => {
      await addOpenApi(scope, {
        title: 'X',
        reference: { introduction: '', tags: {}, examples: {} },
        version: '1',
        publicUrl: 'http://x',
        prefix: '/x',
      });
      const config = { problems: problem.pick('sold_out') };
      scope.post('/orders', { config, schema: { headers: IdempotencyHeaders } }, () => ({}));
    },
    { prefix: '/x' },
  );
  const document = (await app.inject('/x/openapi.json')).json();
  const { responses, ...operation } = document.paths['/orders'].post;
  assert.ok(!('x-problems' in operation));
  const name = 'idempotency_in_progress.idempotency_key_reused.sold_out';
  assert.deepEqual(responses[409], { $ref: `#/components/responses/${name}` });
  const { description, content } = document.components.responses[name];
  assert.match(description, /`sold_out`: Nothing is left\./);
  const { schema } = content['application/problem+json'];
  assert.deepEqual(schema.properties.code.enum, name.split('.'));
  assert.deepEqual(schema.properties.status, { const: 409 });
  assert.deepEqual(Object.keys(responses).slice(0, 2), ['200', '400']);
  await app.close();
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../src/platform/ids.ts';
import { transaction } from '../src/platform/postgres/client/transaction.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { noteAnswer } from './support/hold-answers.ts';
import { merchantToken } from './support/merchant.ts';
import { readOperations, type Operation, type Schema } from './support/route-matrix.ts';
import { createSignedInUser } from './support/signed-in-user.ts';
import { openPeople, type People } from './support/social-people.ts';

/**
 * Calls every operation of the documents and provokes the refusals that all operations share.
 * `test/support/hold-answers.ts` compares every answer of all tests with the document, and `npm test` names documented
 * answers that no test received.
 */
let praca: TestApp;
let people: People;
let operations: Operation[];

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  people = await openPeople(praca);
  const services = ['merchant', 'accounts', 'social'];
  operations = (await Promise.all(services.map((service) => readOperations(praca, service)))).flat();
});
after(() => praca.close());

/** Shared answers have a component that is named by their codes. */
const codesOf = ({ responses }: Operation, status: number): string[] =>
  responses[status]?.$ref?.split('/').at(-1)?.split('.') ?? [];
const readsBody = ({ responses }: Operation): boolean => '415' in responses;

/** Returns a new caller for the operation, because it may sign out or delete its user. */
async function admit({ service, path }: Operation) {
  if (service === 'merchant') return { id: '', headers: await merchantHeaders() };
  if (service === 'accounts') return createSignedInUser(praca);
  if (path.startsWith('/staff/') && path !== '/staff/token')
    return { id: '', headers: await people.staffHeaders() };
  const [person] = await people.create(1);
  assert.ok(person);
  return person;
}

let merchant: Promise<string> | undefined;
async function merchantHeaders() {
  merchant ??= merchantToken(praca);
  return { authorization: `Bearer ${await merchant}` };
}

/** Fills the path with unknown ids, except for the caller's own id. */
const fill = ({ service, path }: Operation, userId: string, given: Record<string, string> = {}): string =>
  `/${service}${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => (name === 'userId' ? userId : (given[name] ?? newId())))}`;

interface Asked {
  readonly headers?: Record<string, string>;
  readonly payload?: string;
  readonly query?: string;
}
const ask = async (app: TestApp, operation: Operation, userId: string, { query = '', ...asked }: Asked) => {
  const answer = await app.app.inject({
    method: operation.method as 'GET',
    url: fill(operation, userId) + query,
    ...asked,
  });
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json');
  return { status: answer.statusCode, code: isProblem ? answer.json<{ code: string }>().code : undefined };
};
const nameOf = ({ service, method, path }: Operation): string => `${service}: ${method} ${path}`;

/** Finds lists and maps without a maximum length in a body. */
function findUnbounded(schema: Schema, path: string): string[] {
  const {
    type,
    maxItems,
    maxProperties,
    items,
    properties = {},
    patternProperties = {},
    anyOf = [],
  } = schema;
  const isMap = Object.keys(patternProperties).length > 0;
  const here = (type === 'array' && maxItems === undefined) || (isMap && maxProperties === undefined);
  return [
    ...(here ? [path] : []),
    ...(items ? findUnbounded(items, `${path}[]`) : []),
    ...Object.entries({ ...properties, ...patternProperties }).flatMap(([name, inner]) =>
      findUnbounded(inner, `${path}.${name}`),
    ),
    ...anyOf.flatMap((choice) => findUnbounded(choice, path)),
  ];
}

test('every list and every map in a body has a maximum that is checked before its content', () => {
  const unbounded = operations.flatMap((operation) => findUnbounded(operation.body ?? {}, nameOf(operation)));
  assert.deepEqual(unbounded, []);
});

test('every operation with a session refuses requests from other sites', async () => {
  const asked = operations.filter((operation) => codesOf(operation, 403).includes('cross_site_request'));
  assert.ok(asked.length > 8, `${asked.length} operations`);
  for (const operation of asked) {
    const { headers } = await createSignedInUser(praca);
    const cookie = `praca_session=${headers.authorization.replace('Bearer ', '')}`;
    const answer = await ask(praca, operation, '', { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    assert.deepEqual(answer, { status: 403, code: 'cross_site_request' }, nameOf(operation));
  }
});

test('a session begun with a one-time password is refused by all operations except a few', async () => {
  const asked = operations.filter(
    (operation) =>
      operation.service === 'accounts' && codesOf(operation, 403).includes('password_change_required'),
  );
  assert.ok(asked.length > 12, `${asked.length} operations`);
  for (const operation of asked) {
    const { id, headers } = await createSignedInUser(praca);
    await praca.sql`update accounts.sessions set must_change_password = true where user_id = ${id}`;
    const answer = await ask(praca, operation, '', { headers });
    assert.deepEqual(answer, { status: 403, code: 'password_change_required' }, nameOf(operation));
  }
});

test('an operation on one object answers 404 if the id is missing, and never affects all objects', async () => {
  for (const path of ['/v1/me', '/v1/me/sessions']) {
    const { headers } = await createSignedInUser(praca);
    const answer = await praca.app.inject({ method: 'DELETE', url: `/accounts${path}/`, headers });
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], path);
    noteAnswer('accounts', { method: 'DELETE', path, status: 404, code: 'not_found' });
  }
});

test('every operation refuses an address with U+0000', async () => {
  for (const operation of operations) {
    const answer = await ask(praca, operation, newId(), { query: '?x=%00' });
    assert.deepEqual(answer, { status: 400, code: 'invalid_input' }, nameOf(operation));
  }
});

test('every operation refuses a path parameter that is longer than any id', async () => {
  const asked = operations.filter(({ path }) => path.includes('{'));
  assert.ok(asked.length > 50, `${asked.length} operations`);
  for (const { service, method, path } of asked) {
    const url = `/${service}${path.replaceAll(/\{\w+\}/g, 'x'.repeat(3300))}`;
    const answer = await praca.app.inject({ method: method as 'GET', url });
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], `${method} ${path}`);
    noteAnswer(service, { method, path, status: 404, code: 'not_found' });
  }
});

const bodies: [name: string, request: Asked, status: number, code: string][] = [
  ['is cut off', { payload: '{', headers: { 'content-type': 'application/json' } }, 400, 'malformed_json'],
  [
    'is of another type',
    { payload: 'a,b', headers: { 'content-type': 'text/csv' } },
    415,
    'unsupported_media_type',
  ],
  [
    'is too large',
    { payload: '{}', headers: { 'content-type': 'application/json', 'content-length': '99999999' } },
    413,
    'payload_too_large',
  ],
];
for (const [name, request, status, code] of bodies) {
  test(`every operation with a body refuses one that ${name}`, async () => {
    const asked = operations.filter(readsBody);
    assert.ok(asked.length > 60, `${asked.length} operations`);
    for (const operation of asked) {
      const { id, headers } = await admit(operation);
      const answer = await ask(praca, operation, id, {
        ...request,
        headers: { ...headers, ...request.headers },
      });
      assert.deepEqual(answer, { status, code }, nameOf(operation));
    }
  });
}

test('every operation answers an empty body and unknown ids as declared', async () => {
  for (const operation of operations) {
    // Skips event streams, which never end.
    if ('text/event-stream' in (operation.responses['200']?.content ?? {})) continue;
    const { id, headers } = await admit(operation);
    const body = readsBody(operation)
      ? { payload: '{}', headers: { ...headers, 'content-type': 'application/json' } }
      : { headers };
    const { status } = await ask(praca, operation, id, body);
    assert.ok(status < 500 || status === 503, `${nameOf(operation)}: ${status}`);
  }
});

const keyed = () =>
  operations.filter((operation) => codesOf(operation, 409).includes('idempotency_key_reused'));

/** Sends the documented example body. The idempotency key is checked before the content. */
const askWithKey = async (operation: Operation, key: string) => {
  const answer = await praca.app.inject({
    method: operation.method as 'POST',
    url: fill(operation, '', { cryptocurrencyCode: 'BTC' }),
    headers: { ...(await merchantHeaders()), 'idempotency-key': key },
    ...(operation.shown === undefined ? {} : { payload: operation.shown }),
  });
  return { status: answer.statusCode, code: answer.json<{ code: string }>().code };
};

test('every operation with an idempotency key refuses a key that another request has used', async () => {
  assert.ok(keyed().length > 12, `${keyed().length} operations`);
  await praca.sql`
    insert into platform.idempotency_keys (owner, key, fingerprint, sealed_body, created_at)
    values ('psp:1', 'used', '', '', ${praca.clock.now()})`;
  for (const operation of keyed()) {
    const answer = await askWithKey(operation, 'used');
    assert.deepEqual(answer, { status: 409, code: 'idempotency_key_reused' }, nameOf(operation));
  }
});

test('every operation with an idempotency key refuses a key that another request is using', async () => {
  await transaction(praca.sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('psp:1 busy', 0))`;
    for (const operation of keyed()) {
      const answer = await askWithKey(operation, 'busy');
      assert.deepEqual(answer, { status: 409, code: 'idempotency_in_progress' }, nameOf(operation));
    }
  });
});

test('every operation is rate limited', async () => {
  const hurried = await openTestApp({ settings: { RATE_LIMIT: '1' } });
  try {
    for (const operation of operations) {
      let answer = await ask(hurried, operation, newId(), {});
      // The first request of each minute is allowed.
      for (let tries = 0; answer.status !== 429 && tries < 5; tries += 1)
        answer = await ask(hurried, operation, newId(), {});
      assert.deepEqual(answer, { status: 429, code: 'too_many_requests' }, nameOf(operation));
    }
    for (const probe of ['/healthz', '/readyz', '/readyz/social'])
      assert.notEqual((await hurried.app.inject(probe)).statusCode, 429, probe);
  } finally {
    await hurried.close();
  }
});

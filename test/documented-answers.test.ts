import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../src/platform/ids.ts';
import { transaction } from '../src/platform/postgres/client/transaction.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { noteAnswer } from './support/hold-answers.ts';
import { merchantToken } from './support/merchant.ts';
import { createSignedInUser } from './support/signed-in-user.ts';
import { openPeople, type People } from './support/social-people.ts';

/**
 * Walks every operation of the documents and provokes what any of them can refuse. Whatever comes back, here and in all
 * other tests, `test/support/hold-answers.ts` holds against the document; what they were never answered, `npm test` names.
 */
interface Bounded {
  readonly type?: unknown;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Bounded;
  readonly properties?: Readonly<Record<string, Bounded>>;
  readonly patternProperties?: Readonly<Record<string, Bounded>>;
  readonly anyOf?: readonly Bounded[];
}
interface Shown {
  readonly schema?: Bounded;
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}
interface Described {
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly $ref?: string }>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, Shown>> };
}
interface Operation extends Described {
  readonly service: string;
  readonly method: string;
  readonly path: string;
}

let praca: TestApp;
let people: People;
let operations: Operation[];

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  people = await openPeople(praca);
  operations = await readDocuments();
});
after(() => praca.close());

async function readDocuments(): Promise<Operation[]> {
  const all = ['merchant', 'accounts', 'social'].map(async (service) => {
    const document = (await praca.app.inject(`/${service}/openapi.json`)).json<{
      paths: Record<string, Record<string, Described>>;
    }>();
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        ...described,
        service,
        method: method.toUpperCase(),
        path,
      })),
    );
  });
  return (await Promise.all(all)).flat();
}

const needsToken = ({ responses, service, path }: Operation): boolean =>
  '401' in responses && !path.endsWith('/token') && !(service === 'social' && isPublic(path));
/** Social takes a token everywhere, also where it needs none. */
const isPublic = (path: string): boolean =>
  /^\/(?:presentation|terms|town|city\/search|photos|pictures|portraits|push|event\/(?!\{eventId\}\/(?:confirm|participants)))/.test(
    path,
  );
/** Answers that operations share are named by their codes. */
const codesOf = ({ responses }: Operation, status: number): string[] =>
  responses[status]?.$ref?.split('/').at(-1)?.split('.') ?? [];
const readsBody = ({ responses }: Operation): boolean => '415' in responses;

/** Somebody who may call the operation and whom nothing else in this walk needs: it may sign out or delete its user. */
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

/** Ids of nobody and nothing, but for one's own. */
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

/** Where a list or a map of any length fits into a body. */
function findUnbounded(schema: Bounded, path: string): string[] {
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

test('every list and every map in a body has a bound, which is checked before its content', () => {
  const unbounded = operations.flatMap((operation) =>
    Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      findUnbounded(schema ?? {}, nameOf(operation)),
    ),
  );
  assert.deepEqual(unbounded, []);
});

test('every operation that needs a token is refused without one', async () => {
  const asked = operations.filter(needsToken);
  assert.ok(asked.length > 90, `${asked.length} operations`);
  for (const operation of asked) {
    const answer = await ask(praca, operation, newId(), {});
    assert.deepEqual(answer, { status: 401, code: 'unauthorized' }, nameOf(operation));
  }
});

test('every operation that needs a scope, or its own user, is refused to others', async () => {
  const asked = operations.filter(({ responses }) => '403' in responses);
  const withoutPsp = await merchantToken(praca, { scope: 'read write' });
  for (const operation of asked.filter(({ service }) => service !== 'accounts')) {
    if (operation.service === 'social' && !operation.path.includes('{userId}')) continue;
    const { headers } =
      operation.service === 'merchant'
        ? { headers: { authorization: `Bearer ${withoutPsp}` } }
        : await admit(operation);
    const answer = await ask(praca, operation, newId(), { headers });
    assert.deepEqual(answer, { status: 403, code: 'forbidden' }, nameOf(operation));
  }
});

test('every operation of a session is refused to the pages of other sites', async () => {
  const asked = operations.filter((operation) => codesOf(operation, 403).includes('cross_site_request'));
  assert.ok(asked.length > 8, `${asked.length} operations`);
  for (const operation of asked) {
    const { headers } = await createSignedInUser(praca);
    const cookie = `praca_session=${headers.authorization.replace('Bearer ', '')}`;
    const answer = await ask(praca, operation, '', { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    assert.deepEqual(answer, { status: 403, code: 'cross_site_request' }, nameOf(operation));
  }
});

test('every operation but a few is refused to a session that was begun with a one-time password', async () => {
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

test('no operation does to all what an id is missing for', async () => {
  for (const path of ['/v1/me', '/v1/me/sessions']) {
    const { headers } = await createSignedInUser(praca);
    const answer = await praca.app.inject({ method: 'DELETE', url: `/accounts${path}/`, headers });
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], path);
    noteAnswer('accounts', { method: 'DELETE', path, status: 404, code: 'not_found' });
  }
});

test('no operation reads an address with U+0000', async () => {
  for (const operation of operations) {
    const answer = await ask(praca, operation, newId(), { query: '?x=%00' });
    assert.deepEqual(answer, { status: 400, code: 'invalid_input' }, nameOf(operation));
  }
});

test('no operation looks up a part of a path that is longer than any id', async () => {
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
  test(`every operation that reads a body refuses one that ${name}`, async () => {
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

test('every operation answers as declared to an empty body and to ids of nothing', async () => {
  for (const operation of operations) {
    // It goes on for as long as anybody listens.
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

/** With a body that fits, as the document shows it; the key is looked at before anything that it names. */
const askWithKey = async (operation: Operation, key: string) => {
  const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
  const payload = example ?? Object.values(examples)[0]?.value;
  const answer = await praca.app.inject({
    method: operation.method as 'POST',
    url: fill(operation, '', { cryptocurrencyCode: 'BTC' }),
    headers: { ...(await merchantHeaders()), 'idempotency-key': key },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, code: answer.json<{ code: string }>().code };
};

test('every operation that takes a key refuses one that another request has used', async () => {
  assert.ok(keyed().length > 12, `${keyed().length} operations`);
  await praca.sql`
    insert into platform.idempotency_keys (owner, key, fingerprint, sealed_body, created_at)
    values ('psp:1', 'used', '', '', ${praca.clock.now()})`;
  for (const operation of keyed()) {
    const answer = await askWithKey(operation, 'used');
    assert.deepEqual(answer, { status: 409, code: 'idempotency_key_reused' }, nameOf(operation));
  }
});

test('every operation that takes a key refuses one that another request is using', async () => {
  await transaction(praca.sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('psp:1 busy', 0))`;
    for (const operation of keyed()) {
      const answer = await askWithKey(operation, 'busy');
      assert.deepEqual(answer, { status: 409, code: 'idempotency_in_progress' }, nameOf(operation));
    }
  });
});

test('every operation is refused to whoever asks too often', async () => {
  const hurried = await openTestApp({ settings: { RATE_LIMIT: '1' } });
  try {
    for (const operation of operations) {
      let answer = await ask(hurried, operation, newId(), {});
      // The first of each minute passes.
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

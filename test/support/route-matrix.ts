import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { TestApp } from './app.ts';

/** The parts of JSON Schema that the documents use for input. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Media {
  readonly schema: Schema;
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

export interface Operation {
  readonly service: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** The body that the document shows as an example. */
  readonly shown: object | undefined;
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly $ref?: string }>>;
}

/** The valid values of one request. A test changes one of them at a time. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Reads all operations of a service from its document, so that new routes are tested automatically. */
export async function readOperations({ app }: TestApp, service: string): Promise<Operation[]> {
  const { paths } = (await app.inject(`/${service}/openapi.json`)).json<{
    paths: Record<string, Record<string, Record<string, unknown>>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { parameters, requestBody, responses } = described as {
        parameters?: Parameter[];
        requestBody?: { content: Record<string, Media> };
        responses: Operation['responses'];
      };
      const media = requestBody?.content['application/json'];
      return {
        service,
        method: method.toUpperCase() as 'GET',
        path,
        parameters: parameters ?? [],
        body: media?.schema,
        shown: media?.example ?? Object.values(media?.examples ?? {})[0]?.value,
        responses,
      };
    }),
  );
}

type Headers = Readonly<Record<string, string>>;

/** Sends an example. Values of the path and the query are not encoded, because some bad values cannot be. */
export async function send(
  { app }: TestApp,
  operation: Operation,
  example: Example,
  headers: Headers = {},
): Promise<LightMyRequestResponse> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = example.path?.[name];
    assert.ok(value !== undefined, `${nameOf(operation)} needs an example of {${name}}`);
    return value;
  });
  const query = Object.entries(example.query ?? {}).map(([name, value]) => `${name}=${value}`);
  return app.inject({
    method: operation.method,
    url: `/${operation.service}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: { ...headers },
    ...(example.body === undefined ? {} : { payload: example.body }),
  });
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly string[];
}

/** Reads an error: a problem, or an error that accounts reports with 200 at sign-up and sign-in. */
export function readRefusal(answer: LightMyRequestResponse): Refusal {
  const isJson = /json/.test(String(answer.headers['content-type']));
  interface Body {
    code?: string;
    status?: unknown;
    errors?: { field: string }[];
  }
  const { code = '', status, errors = [] } = isJson ? answer.json<Body>() : {};
  return {
    status: status === 'error' ? 400 : answer.statusCode,
    code,
    fields: errors.map(({ field }) => field),
  };
}

/** Returns the text of an answer without its request id and the sent values. */
export const textOf = (answer: LightMyRequestResponse, sent: readonly string[] = []): string =>
  sent.reduce((text, value) => text.replaceAll(value, '…'), answer.body.replace(/"request_id":"[^"]*"/, ''));

export interface BadRequest {
  readonly what: string;
  /** The field name that the error must contain. Undefined if any error is right. */
  readonly field: string | undefined;
  readonly example: Example;
  readonly headers?: Headers;
}

/** Lists every request that differs from the example in one value that the document forbids. */
export function listBadRequests(operation: Operation, example: Example): BadRequest[] {
  const inBody = operation.body === undefined ? [] : listBadValues(operation.body, example.body, []);
  return [
    ...operation.parameters.flatMap((parameter) => listBadParameters(parameter, example)),
    ...inBody.map(({ field, what, value }) => ({
      what: `body with ${what}`,
      field,
      example: { ...example, body: value as object },
    })),
  ];
}

const veryLong = 100_000;
const unbounded = 'very long, though the document names no limit';
/** Fits in Node's limit of 16 KB for a request line. */
const longInAddress = 3000;

function listBadParameters({ name, in: part, required, schema }: Parameter, example: Example): BadRequest[] {
  if (part === 'header') {
    const what = `a header ${name} that is too long`;
    const headers = { [name]: 'x'.repeat((schema.maxLength ?? 8000) + 1) };
    return [{ what, field: name, example, headers }];
  }
  const set = (value: string): Example => ({ ...example, [part]: { ...example[part], [name]: value } });
  const shown = (value: string) => `${part} with ${name}=${value.slice(0, 40)}`;
  if (part === 'path') {
    // A path parameter without an id format may be any text.
    const values = ['a%00b', '%ED%A0%80', 'x'.repeat(longInAddress)];
    return values.map((value) => ({ what: shown(value), field: undefined, example: set(value) }));
  }
  const { [name]: _left, ...others } = example.query ?? {};
  const missing = { what: `query without ${name}`, field: name, example: { ...example, query: others } };
  return [
    ...(required === true ? [missing] : []),
    ...badTexts(schema).map((value) => ({ what: shown(value), field: name, example: set(value) })),
  ];
}

/** Formats for which “x” is invalid. */
const strictFormats: ReadonlySet<string> = new Set(['date-time', 'uuid', 'email', 'ip']);

/** Returns query values that the schema forbids. */
function badTexts(schema: Schema): string[] {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const isText = schema.enum === undefined && !strictFormats.has(schema.format ?? '');
  return [
    ...(schema.type === 'string' && isText ? [] : ['x']),
    ...(schema.type === 'integer' ? ['1.5'] : []),
    ...(isNumber && schema.minimum !== undefined ? [String(schema.minimum - 1)] : []),
    ...(isNumber && schema.maximum !== undefined ? [`${schema.maximum}0`] : []),
    ...(schema.minLength === undefined ? [] : ['']),
    ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
  ];
}

interface BadValue {
  /** Undefined for a text without limits in the document. The object that it names is then unknown. */
  readonly field: string | undefined;
  readonly what: string;
  /** The whole body with the one bad value in it. */
  readonly value: unknown;
}

const typed: readonly [type: string, value: unknown][] = [
  ['object', { odd: 1 }],
  ['array', [['odd']]],
  ['number', 7],
  ['boolean', true],
  ['null', null],
  ['string', 'odd'],
];

const typesOf = (schema: Schema): string[] => {
  const own = [schema.type ?? (schema.enum ?? []).map((value) => typeof value)].flat();
  return [...own, ...(schema.anyOf ?? []).flatMap(typesOf)].map((type) =>
    type === 'integer' ? 'number' : type,
  );
};

/** Walks a schema along with a valid value. Each bad value is returned inside the valid values around it. */
function listBadValues(schema: Schema, valid: unknown, path: readonly string[]): BadValue[] {
  const types = typesOf(schema);
  const field = path.join('.');
  const bad = (what: string, value: unknown): BadValue => ({
    field: what === unbounded ? undefined : field,
    what: `${field} ${what}`,
    value,
  });
  const choices = [schema, ...(schema.anyOf ?? [])];
  // A body that is not an object is refused as malformed, without a field.
  const here =
    path.length === 0
      ? []
      : [
          ...typed.flatMap(([type, value]) => (types.includes(type) ? [] : [bad(`of type ${type}`, value)])),
          ...choices.flatMap((choice) =>
            badOfType(choice, types.includes('number')).map(([what, value]) => bad(what, value)),
          ),
        ];
  const object = choices.find(({ properties }) => properties !== undefined);
  if (object === undefined) return here;
  const around = (typeof valid === 'object' && valid !== null ? valid : {}) as Record<string, unknown>;
  const inside = Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const innerPath = [...path, name];
    const { [name]: own, ...others } = around;
    const missing = { field: innerPath.join('.'), what: `no ${innerPath.join('.')}`, value: others };
    return [
      ...(object.required?.includes(name) === true ? [missing] : []),
      ...listBadValues(property, own, innerPath).map((found) => ({
        ...found,
        value: { ...around, [name]: found.value },
      })),
    ];
  });
  return [...here, ...inside];
}

function badOfType(schema: Schema, takesNumbers: boolean): [what: string, value: unknown][] {
  const { type, minLength, maxLength, minimum, maximum, maxItems } = schema;
  if (type === 'string')
    return [
      ['with U+0000', 'a\u0000b'],
      ['with half a character', 'a\ud800b'],
      [maxLength === undefined ? unbounded : 'too long', 'x'.repeat((maxLength ?? veryLong) + 1)],
      ...(minLength === undefined ? [] : [['empty', ''] as [string, unknown]]),
      ...(schema.format === undefined && schema.pattern === undefined
        ? []
        : [['malformed', '\u0001'] as [string, unknown]]),
    ];
  if (type === 'array')
    return [
      ['with an item of no type that fits', [{ odd: [['odd']] }]],
      ...(maxItems === undefined
        ? []
        : [['too long', Array.from({ length: maxItems + 1 }, () => 'x')] as [string, unknown]]),
    ];
  if (takesNumbers && (type === 'integer' || type === 'number'))
    return [
      ...(type === 'integer' ? [['that is not an integer', 1.5] as [string, unknown]] : []),
      ...(minimum === undefined ? [] : [['too small', minimum - 1] as [string, unknown]]),
      ...(maximum === undefined ? [] : [['too large', maximum * 2 + 1] as [string, unknown]]),
    ];
  return [];
}

/** Returns a fingerprint of the rows of each table: their number, positions and last writers. */
export async function fingerprintRows(sql: Sql, left: RegExp = /^$/): Promise<Record<string, string>> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('merchant', 'accounts', 'social', 'platform')
    order by 1, 2`;
  const queries = tables
    .filter(({ schema, name }) => !left.test(`${schema}.${name}`))
    .map(
      ({ schema, name }) => sql`
        select ${`${schema}.${name}`} as name, count(*) || ' ' || coalesce(sum(hashtextextended(t.ctid || ' ' || t.xmin, 0)), 0) as rows
        from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    );
  const all = await sql<{ name: string; rows: string }[]>`
    ${queries.reduce((list, query) => sql`${list} union all ${query}`)}`;
  return Object.fromEntries(all.map(({ name, rows }) => [name, rows]));
}

export interface Column {
  readonly praca: TestApp;
  readonly operations: readonly Operation[];
  /** Tables that a refused request may write. */
  readonly unfenced?: RegExp;
}

/** Collects the faults that `find` reports for each operation. Changed rows in a table at the end are a fault, too. */
export async function assertNone(
  { praca, operations, unfenced }: Column,
  find: (operation: Operation) => Promise<string[]>,
): Promise<void> {
  const before = await fingerprintRows(praca.sql, unfenced);
  const faults: string[] = [];
  for (const operation of operations) faults.push(...(await find(operation)));
  const after = await fingerprintRows(praca.sql, unfenced);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  faults.push(...changed.map((table) => `the rows of ${table} have changed`));
  assert.equal(faults.length, 0, faults.join('\n'));
}

/** Finds callers that are not answered with 401. */
export async function findUnauthenticated(
  praca: TestApp,
  operation: Operation,
  example: Example,
  callers: Readonly<Record<string, Headers>>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [caller, headers] of Object.entries(callers)) {
    const answer = await send(praca, operation, example, headers);
    // Only merchant sends WWW-Authenticate, as OAuth clients expect.
    const isChallenged = operation.service !== 'merchant' || 'www-authenticate' in answer.headers;
    if (answer.statusCode !== 401 || !isChallenged)
      faults.push(`${nameOf(operation)} with ${caller}: ${shorten(answer)}`);
  }
  return faults;
}

/** Finds operations whose answers differ between ids of other users, unknown ids and malformed ids. */
export async function findLeaks(
  praca: TestApp,
  operation: Operation,
  { examples, status }: { readonly examples: readonly Example[]; readonly status: number },
  headers: Headers,
): Promise<string[]> {
  const answers: string[] = [];
  for (const example of examples) {
    const answer = await send(praca, operation, example, headers);
    answers.push(`${answer.statusCode} ${textOf(answer, valuesOf(example))}`);
  }
  const isAlike = answers.every((answer) => answer === answers[0] && answer.startsWith(`${status} `));
  return isAlike
    ? []
    : [`${nameOf(operation)}: ${answers.map((answer) => answer.slice(0, 200)).join(' and ')}`];
}

/** Ids may appear in an answer's text. A single character appears in any text. */
const valuesOf = ({ path = {} }: Example): string[] =>
  Object.values(path).filter((value) => value.length > 1);
const shorten = ({ statusCode, body }: LightMyRequestResponse): string =>
  `${statusCode} ${body.slice(0, 200)}`;

interface BadValues {
  readonly example: Example;
  readonly headers: Headers;
  /** Values that the operation does not read in this example. */
  readonly unread?: RegExp;
}

/** Finds bad values that are accepted, or refused without the name of their field. */
export async function findAccepted(
  praca: TestApp,
  operation: Operation,
  { example, headers, unread = /^$/ }: BadValues,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { what, field, example: bad, headers: more } of listBadRequests(operation, example)) {
    const name = `${nameOf(operation)}, ${what}`;
    if (unread.test(name)) continue;
    const answer = await send(praca, operation, bad, { ...headers, ...more });
    const { status, code, fields } = readRefusal(answer);
    const isRefused = status >= 400 && status < 500;
    const isNamed = fields.some((named) => named === field || named.startsWith(`${field}.`));
    if (!isRefused || (field !== undefined && !(code === 'invalid_input' && isNamed)))
      faults.push(`${name}: ${shorten(answer)}`);
  }
  return faults;
}

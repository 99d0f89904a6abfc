import { merchantAuthorization } from '../harness/merchant-client.ts';
import type { RunningPraca } from '../harness/praca.ts';
import { signInMany } from '../harness/social-people.ts';
import type { Measurement } from '../scenario.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Body {
  readonly kind: string;
  readonly type: string;
  /** Built when it is sent, because all bodies together would need gigabytes. */
  readonly make: () => string;
}
interface Request extends Body {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface Stall {
  readonly request: Request;
  readonly status: number;
  readonly stallMs: number;
  readonly parseMs: number;
}

const services = ['merchant', 'accounts', 'social'] as const;
const mebibyte = 1024 * 1024;
/** Paths that accept pictures in base64. */
const largeBodies = new Set(['/accounts/signup', '/accounts/me', '/social/user/perfil']);
const shown = 12;

export const largestBodies: Measurement = {
  name: 'largest bodies',
  what: 'delay of /healthz beyond a bare JSON.parse while each route receives the largest body of each kind, without a staff token',
  async measure(stage) {
    const praca = await stage.startPraca();
    const requests = await listRequests(praca);
    const stalls: Stall[] = [];
    for (const request of requests) stalls.push(await measureStall(praca.url, request));
    await praca.stop();
    stalls.sort((one, other) => excessMs(other) - excessMs(one));
    return {
      value: stalls[0] ? excessMs(stalls[0]) : 0,
      unit: 'ms more',
      atMost: 1000,
      notes: stalls.slice(0, shown).map(describe),
    };
  },
};

/** Returns the stall beyond the parse time, which any JSON server needs. */
const excessMs = ({ stallMs, parseMs }: Stall): number => stallMs - parseMs;

const describe = ({ request: { method, path, kind }, status, stallMs, parseMs }: Stall): string =>
  `${stallMs.toFixed(0)} ms, bare JSON.parse ${parseMs.toFixed(0)} ms: ${kind} to ${method} ${path}, ${status}`;

async function listRequests(praca: RunningPraca): Promise<Request[]> {
  const [person] = await signInMany(praca.url, 'largest', 1);
  if (!person) throw new Error('No user is signed in.');
  const authorization: Readonly<Record<string, string>> = {
    merchant: await merchantAuthorization(praca.url),
    social: `Bearer ${person.token}`,
  };
  const requests: Request[] = [];
  for (const service of services) {
    const document = (await (await fetch(`${praca.url}/${service}/openapi.json`)).json()) as Document;
    const token = authorization[service];
    const headers = token === undefined ? {} : { authorization: token };
    for (const [template, operations] of Object.entries(document.paths)) {
      const path = `/${service}${template.replace('{userId}', person.id).replaceAll(/\{\w+\}/g, 'BTC')}`;
      for (const [method, { requestBody }] of Object.entries(operations))
        for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
          for (const body of listBodies(type, schema ?? {}, largeBodies.has(path) ? 8 * mebibyte : mebibyte))
            requests.push({ ...body, method: method.toUpperCase(), path, headers });
    }
  }
  return requests;
}

/** Returns bodies of the maximum size, in the forms that are slowest to validate. */
function listBodies(type: string, schema: Schema, limitBytes: number): Body[] {
  const fill = (start: string, piece: (index: number) => string, end: string): string =>
    fillUp(limitBytes, start, piece, end);
  if (type.endsWith('/x-www-form-urlencoded')) {
    return [
      { type, kind: 'names', make: () => fill('', (index) => `${index.toString(36)}=1&`, '') },
      { type, kind: 'wrong percent signs', make: () => fill('a=', () => '%F1a', '') },
    ];
  }
  if (!type.endsWith('json')) return [];
  const leaves = listLeaves(schema, []);
  return [
    { type, kind: 'unknown keys', make: () => fill('{', (index) => `"k${index}":1,`, '"k":1}') },
    { type, kind: 'unknown lists', make: () => fill('{"k":[', () => '[],', '1]}') },
    {
      type,
      kind: 'escaped characters',
      make: () => fill('{"k":[', () => String.raw`"\ud83c\udf89",`, '1]}'),
    },
    ...(leaves.some(({ types }) => types.includes('string'))
      ? [{ type, kind: 'long texts', make: () => JSON.stringify(longTexts(schema, leaves, limitBytes)) }]
      : []),
    ...leaves.flatMap(({ path, types }) => {
      const [start, end] = around(path);
      const name = path.join('.');
      return [
        ...(types.includes('array')
          ? [{ type, kind: `items of ${name}`, make: () => fill(`${start}[`, () => '1,', `1]${end}`) }]
          : []),
        ...(types.includes('object')
          ? [
              {
                type,
                kind: `keys of ${name}`,
                make: () => fill(`${start}{`, (index) => `"k${index}":1,`, `"k":1}${end}`),
              },
            ]
          : []),
      ];
    }),
  ];
}

const around = (path: readonly string[]): [start: string, end: string] => [
  path.map((name) => `{${JSON.stringify(name)}:`).join(''),
  '}'.repeat(path.length),
];

interface Leaf {
  readonly path: readonly string[];
  readonly types: readonly (string | undefined)[];
}

function listLeaves(schema: Schema, path: readonly string[]): Leaf[] {
  const here =
    path.length === 0 ? [] : [{ path, types: [schema, ...(schema.anyOf ?? [])].map(({ type }) => type) }];
  const inside = Object.entries(schema.properties ?? {});
  return [...here, ...inside.flatMap(([name, property]) => listLeaves(property, [...path, name]))];
}

/** Fills each text with an equal share of combining marks, which normalisation has to reorder. */
function longTexts(schema: Schema, leaves: readonly Leaf[], limitBytes: number): unknown {
  const texts = leaves.filter(({ types }) => types.includes('string')).length;
  const text = 'a\u0301\u0323'.repeat(limitBytes / 8 / texts);
  const make = ({ type, anyOf = [], properties = {} }: Schema): unknown => {
    if (type === 'string' || anyOf.some((choice) => choice.type === 'string')) return text;
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, make(property)]));
  };
  return make(schema);
}

function fillUp(limitBytes: number, start: string, piece: (index: number) => string, end: string): string {
  let text = start;
  for (let index = 0; ; index++) {
    const next = piece(index);
    // All pieces are ASCII, so the length equals the bytes.
    if (text.length + next.length + end.length > limitBytes) return text + end;
    text += next;
  }
}

async function measureStall(url: string, request: Request): Promise<Stall> {
  const { method, path, type, make, headers } = request;
  const text = make();
  const state = { isDone: false };
  const waiting = longestWait(`${url}/healthz`, () => state.isDone);
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': type },
    body: text,
  });
  await answer.arrayBuffer();
  state.isDone = true;
  return { request, status: answer.status, stallMs: await waiting, parseMs: timeParse(type, text) };
}

async function longestWait(url: string, isDone: () => boolean): Promise<number> {
  let longestMs = 0;
  while (!isDone()) {
    const startedMs = performance.now();
    await (await fetch(url)).arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - startedMs);
  }
  return longestMs;
}

/** Measures the parse time. A form is measured as one JSON string of the same text. */
function timeParse(type: string, text: string): number {
  const json = type.endsWith('json') ? text : JSON.stringify(text);
  const startedMs = performance.now();
  JSON.parse(json);
  return performance.now() - startedMs;
}

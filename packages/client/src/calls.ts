import { isRepeatable, readAnswer, send, type ClientOptions } from './send.ts';
import type { Progress } from './show-progress.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<Api, M extends Method> = keyof Api extends infer Key
  ? Key extends `${Uppercase<M>} ${infer Path}`
    ? Path
    : never
  : never;
type OperationOf<Api, M extends Method, Path extends string> = Api[`${Uppercase<M>} ${Path}` & keyof Api];

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Idempotency key: repeated calls with one key take effect once. Generated if omitted. */
  readonly idempotencyKey?: string;
  /** Called while the body is sent, for example a photo. Browsers only. */
  readonly onProgress?: Progress;
}
type InputOf<Op> = Omit<Op, 'answer'> & CallOptions;
type Arguments<Op> = object extends Omit<Op, 'answer'> ? [input?: InputOf<Op>] : [input: InputOf<Op>];
type AnswerOf<Op> = Op extends { answer: infer Answer } ? Answer : never;
type ItemOf<Op> = AnswerOf<Op> extends readonly (infer Item)[] ? Item : never;
type ListOf<Api> =
  PathOf<Api, 'get'> extends infer Path
    ? Path extends string
      ? AnswerOf<OperationOf<Api, 'get', Path>> extends readonly unknown[]
        ? Path
        : never
      : never
    : never;

/** Calls typed by an OpenAPI document: paths as in the document, with `{…}` filled from `path`. */
export type Calls<Api> = {
  readonly [M in Method]: <Path extends PathOf<Api, M>>(
    path: Path,
    ...input: Arguments<OperationOf<Api, M, Path>>
  ) => Promise<AnswerOf<OperationOf<Api, M, Path>>>;
} & {
  /** Iterates over all items of a list and requests pages on demand. */
  readonly list: <Path extends ListOf<Api>>(
    path: Path,
    ...input: Arguments<OperationOf<Api, 'get', Path>>
  ) => AsyncGenerator<ItemOf<OperationOf<Api, 'get', Path>>, void, undefined>;
};

/** Authentication of a service's requests, and what makes them safe to repeat. */
export interface Authority {
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Called after a 401 with the headers of the refused request. Returns whether a retry makes sense. */
  renew(refused: Readonly<Record<string, string>>): Promise<boolean>;
  readonly credentials?: RequestInit['credentials'];
  /** Aborts all pending requests. */
  readonly signal?: () => AbortSignal;
  /** Returns header and body that make a creating request repeatable, or undefined if it is not. */
  readonly secure?: (call: {
    readonly method: string;
    readonly path: string;
    readonly key: string | undefined;
  }) => { readonly headers?: Readonly<Record<string, string>>; readonly body?: object } | undefined;
  /** Throws if an answer with status 200 reports an error. */
  readonly judge?: (answer: unknown, response: Response) => void;
}

/** Value of a path or query parameter. */
type Written = string | number | boolean | undefined;

type Input = CallOptions & {
  path?: Record<string, Written>;
  query?: Record<string, Written | readonly Written[]>;
  body?: unknown;
};

export function createCalls<Api>(options: ClientOptions, authority: Authority): Calls<Api> {
  const ask = (method: string, path: string, input: Input): Promise<Response> =>
    request(options, authority, { method, path, url: buildUrl(options.baseUrl, path, input), input });
  const call =
    (method: string) =>
    async (path: string, input: Input = {}): Promise<unknown> => {
      const response = await ask(method, path, input);
      const answer = await readAnswer(response);
      authority.judge?.(answer, response);
      return answer;
    };
  async function* list(path: string, input: Input = {}): AsyncGenerator<unknown, void, undefined> {
    let url = buildUrl(options.baseUrl, path, input);
    for (;;) {
      const response = await request(options, authority, { method: 'GET', path, url, input });
      const items = (await response.json()) as unknown[];
      yield* items;
      const next = nextPage(response, url);
      // A list of events always has a next page; an empty page ends the iteration.
      if (next === undefined || items.length === 0) return;
      url = next;
    }
  }
  const calls = {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    list,
  };
  return calls as unknown as Calls<Api>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly input: Input;
}

async function request(options: ClientOptions, authority: Authority, asked: Asked): Promise<Response> {
  const { method, path, url, input } = asked;
  const secured = isRepeatable(method)
    ? undefined
    : authority.secure?.({ method, path, key: input.idempotencyKey });
  const body = encodeBody(input.body, secured?.body);
  const signal = eitherOf(input.signal, authority.signal?.());
  let who: Readonly<Record<string, string>> = {};
  const attempt = async (): Promise<Response> => {
    signal?.throwIfAborted();
    who = await authority.headers();
    return send(options, {
      method,
      url,
      headers: { ...body.headers, ...who, ...secured?.headers, ...input.headers },
      body: body.content,
      signal,
      isRepeatable: isRepeatable(method) || secured !== undefined,
      credentials: authority.credentials,
      onProgress: input.onProgress,
    });
  };
  try {
    return await attempt();
  } catch (error) {
    // The token may have been revoked or the keys changed since it was fetched.
    const isStale = (error as { status?: unknown }).status === 401;
    if (!isStale || signal?.aborted === true || !(await authority.renew(who))) throw error;
    return attempt();
  }
}

export const eitherOf = (
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined => (one && other ? AbortSignal.any([one, other]) : (one ?? other));

/** `bearer` builds the `Authorization` header; `tokenOf` reads the token from it. */
export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
export const tokenOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  headers['authorization']?.slice('Bearer '.length);

function encodeBody(
  given: unknown,
  added: object | undefined,
): { content: RequestInit['body']; headers: Record<string, string> } {
  if (given instanceof Blob || given instanceof Uint8Array) {
    const type = given instanceof Blob && given.type !== '' ? given.type : 'application/octet-stream';
    return { content: given as RequestInit['body'], headers: { 'content-type': type } };
  }
  if (given === undefined && added === undefined) return { content: undefined, headers: {} };
  return {
    content: JSON.stringify({ ...added, ...(given as object | undefined) }),
    headers: { 'content-type': 'application/json' },
  };
}

export function buildUrl(
  baseUrl: string,
  path: string,
  { path: values = {}, query = {} }: Pick<Input, 'path' | 'query'> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${filled}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  return url.href;
}

/**
 * Returns the requested address with the query of the next page. The token is never sent to another host, and the
 * address of a proxy is kept.
 */
function nextPage(response: Response, asked: string): string | undefined {
  const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(response.headers.get('link') ?? '') ?? [];
  if (address === undefined) return undefined;
  const url = new URL(asked);
  url.search = new URL(address, asked).search;
  return url.href;
}

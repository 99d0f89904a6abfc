import { inSpan, traceHeaders, type SpanStart } from '../../../platform/telemetry/traces/trace.ts';

/** Covers a request up to the end of its answer: a full block is many megabytes of JSON. */
const standardTimeoutMs = 30_000;
/** About half of the longest string in JavaScript. */
const maximumBytes = 256 * 1024 * 1024;

/**
 * The node is unavailable, or its answer is invalid. The message is for the log and names only host and port of the
 * address.
 */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure';
}

export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
  readonly code: number;
  /** The node's own message. */
  readonly reason: string;

  constructor(method: string, code: number, reason: string) {
    super(`${method}: ${reason} (${code})`);
    this.code = code;
    this.reason = reason;
  }
}

type Call = readonly [method: string, ...params: unknown[]];

/** JSON-RPC over HTTP, with a user name and password if the URL has them. */
export interface Rpc {
  /** Throws `NodeRefusal` if the node refuses, `NodeFailure` if there is no valid answer. */
  call(...call: Call): Promise<unknown>;
  /** Sends all calls in one request. Returns results and refusals in the order of the calls. */
  callAll(calls: readonly Call[]): Promise<(NodeRefusal | { readonly result: unknown })[]>;
}

type Parse = (text: string) => unknown;

interface RpcOptions {
  readonly timeoutMs?: number;
  /** Parses JSON whose numbers may exceed the precision of a double. May throw. */
  readonly parse?: Parse;
  /** 1.0 for Bitcoin's nodes, 2.0 for all others. */
  readonly version?: '1.0' | '2.0';
}

/** `url` contains the user name and the password: `http://user:password@127.0.0.1:8332`. */
export function openRpc(
  url: string,
  { timeoutMs = standardTimeoutMs, parse = JSON.parse, version = '1.0' }: RpcOptions = {},
): Rpc {
  const target = new URL(url);
  const { host } = target;
  const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  const authorization =
    credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const requestOf = ([method, ...params]: Call, id: number): object => ({
    jsonrpc: version,
    id,
    method,
    params,
  });
  target.username = '';
  target.password = '';

  const send = async (body: unknown): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const call: SpanStart = { name: 'node call', kind: 'client', attributes: { 'server.address': host } };
      return await inSpan(call, () =>
        post(target, { authorization, body: JSON.stringify(body), signal, parse }),
      );
    } catch (error) {
      if (error instanceof NodeFailure) throw new NodeFailure(`${host} ${error.message}`);
      if (signal.aborted) throw new NodeFailure(`${host} did not answer within ${timeoutMs / 1000} s`);
      // Names only the system's error code, such as ECONNREFUSED: a message of the HTTP client could quote the request.
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
      throw new NodeFailure(`${host} cannot be reached${code}`);
    }
  };

  return {
    async call(...call) {
      const outcome = readOutcome(await send(requestOf(call, 0)), call);
      if (outcome instanceof NodeRefusal) throw outcome;
      return outcome.result;
    },
    async callAll(calls) {
      if (calls.length === 0) return [];
      const answers = await send(calls.map(requestOf));
      if (!Array.isArray(answers) || answers.length !== calls.length) {
        throw new NodeFailure(`${host} did not answer each of ${calls.length} calls`);
      }
      const byId = new Map(
        answers.map((answer: unknown) => [isRecord(answer) ? answer['id'] : null, answer]),
      );
      return calls.map((call, index) => readOutcome(byId.get(index), call));
    },
  };
}

interface Post {
  readonly authorization: string | undefined;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly parse: Parse;
}

async function post(url: URL, { authorization, body, signal, parse }: Post): Promise<unknown> {
  // Loaded with the first request, because it takes 30 MB that a process without a node does not need.
  const { request } = await import('undici');
  const answer = await request(url, {
    method: 'POST',
    signal,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      'content-type': 'application/json',
      'user-agent': 'Praca',
      ...traceHeaders(),
    },
    body,
  });
  const text = await readBounded(answer.body);
  if (answer.statusCode === 401 || answer.statusCode === 403) {
    throw new NodeFailure(`does not accept the name and password (status ${answer.statusCode})`);
  }
  // A refusal has status 404 or 500 and the same shape as an answer.
  const parsed = parseAnswer(text, parse);
  if (parsed === undefined) throw new NodeFailure(`sent no answer of a node (status ${answer.statusCode})`);
  return parsed;
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new NodeFailure(`answered with more than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseAnswer(text: string, parse: Parse): unknown {
  try {
    const parsed = parse(text);
    return isRecord(parsed) || Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function readOutcome(answer: unknown, [method]: Call): NodeRefusal | { readonly result: unknown } {
  if (isRecord(answer)) {
    const { error, result } = answer;
    if (isRecord(error)) {
      const code = typeof error['code'] === 'number' ? error['code'] : 0;
      return new NodeRefusal(method, code, String(error['message']).slice(0, 300));
    }
    if (result !== undefined && (error === null || error === undefined)) return { result };
  }
  throw new NodeFailure(`${method}: the node sent neither a result nor an error`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

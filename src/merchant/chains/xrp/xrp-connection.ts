import type { request as sendRequest } from 'undici';
import { inSpan, traceHeaders, type SpanStart } from '../../../platform/telemetry/traces/trace.ts';

/** Covers a request up to the end of its answer: a full ledger is a megabyte of JSON. */
const standardTimeoutMs = 30_000;
const maximumBytes = 64 * 1024 * 1024;
/**
 * An idle WebSocket is closed after this time, so that nothing has to be closed when the process ends. The reader's
 * poll every second keeps it open.
 */
const idleMs = 5000;

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The node is unavailable, or its answer is invalid. The message is for the log and names only the host of the address.
 */
export class XrpNodeFailure extends Error {
  override readonly name = 'XrpNodeFailure';
}

export class XrpNodeRefusal extends Error {
  override readonly name = 'XrpNodeRefusal';
  /** Error code of rippled: `lgrNotFound`, `actNotFound`. */
  readonly code: string;

  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}${message === '' ? '' : `, ${message}`}`);
    this.code = code;
  }
}

/** The API of rippled and Clio, over WebSocket or JSON-RPC. */
export interface XrpConnection {
  /** Throws `XrpNodeRefusal` if the node refuses, `XrpNodeFailure` if there is no valid answer. */
  ask(command: string, params?: Fields): Promise<Fields>;
}

interface ConnectionOptions {
  readonly timeoutMs?: number;
}

/** Sent with each request, so that answers have one form regardless of the node's default. */
const apiVersion = 2;

export function openXrpConnection(
  url: string,
  { timeoutMs = standardTimeoutMs }: ConnectionOptions = {},
): XrpConnection {
  const target = new URL(url);
  const nodeCall: SpanStart = {
    name: 'node call',
    kind: 'client',
    attributes: { 'server.address': target.host },
  };
  const send = target.protocol.startsWith('ws') ? overWebSocket(target) : overHttp(target);
  return {
    async ask(command, params = {}) {
      const answer = await inSpan(nodeCall, () =>
        send(command, { ...params, api_version: apiVersion }, timeoutMs),
      );
      const { status, error } = answer;
      if (typeof error === 'string') {
        const message = answer['error_message'] ?? answer['error_exception'];
        const words = typeof message === 'string' ? message.slice(0, 300) : '';
        throw new XrpNodeRefusal(command, error.slice(0, 60), words);
      }
      if (status !== undefined && status !== 'success') {
        throw new XrpNodeFailure(`${target.host} sent neither a result nor an error`);
      }
      return answer;
    },
  };
}

type Send = (command: string, params: Fields, timeoutMs: number) => Promise<Fields>;

function overHttp(target: URL): Send {
  const { host, username, password } = target;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Praca',
    ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  target.username = '';
  target.password = '';
  return async (method, params, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = JSON.stringify({ method, params: [params] });
    let text: string;
    try {
      // Loaded with the first request, because it takes 30 MB that a process without a node does not need.
      const { request } = (await import('undici')) as { request: typeof sendRequest };
      const answer = await request(target, {
        method: 'POST',
        signal,
        headers: { ...headers, ...traceHeaders() },
        body,
      });
      text = await readBounded(answer.body);
      if (answer.statusCode !== 200) throw new XrpNodeFailure(`answers with status ${answer.statusCode}`);
    } catch (error) {
      throw failureOf(host, error, signal.aborted ? timeoutMs : undefined);
    }
    const result = fieldsOf(parse(host, text)['result']);
    if (!result) throw new XrpNodeFailure(`${host} sent neither a result nor an error`);
    return result;
  };
}

function failureOf(host: string, error: unknown, timeoutMs: number | undefined): XrpNodeFailure {
  if (error instanceof XrpNodeFailure) return new XrpNodeFailure(`${host} ${error.message}`);
  if (timeoutMs !== undefined)
    return new XrpNodeFailure(`${host} did not answer within ${timeoutMs / 1000} s`);
  // Names only the system's error code, such as ECONNREFUSED: a message of the HTTP client could quote the request.
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new XrpNodeFailure(`${host} cannot be reached${code}`);
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new XrpNodeFailure(`answers with more than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface Waiting {
  resolve(answer: Fields): void;
  reject(error: Error): void;
}

function overWebSocket(target: URL): Send {
  let line: Promise<Line> | undefined;
  let lastId = 0;
  const openNext = (timeoutMs: number): Promise<Line> => {
    const opened = openLine(target, timeoutMs, () => {
      if (line === opened) line = undefined;
    });
    return opened;
  };
  return async (command, params, timeoutMs) => {
    line ??= openNext(timeoutMs);
    let opened = await line;
    // The node may have closed it while it was idle. Requests sent on it would never be answered.
    if (opened.socket.readyState !== WebSocket.OPEN) opened = await (line = openNext(timeoutMs));
    const { socket, waiting, rest, leave } = opened;
    const id = (lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Fields>();
    const timer = setTimeout(() => {
      reject(new XrpNodeFailure(`${target.host} did not answer within ${timeoutMs / 1000} s`));
      leave();
    }, timeoutMs);
    waiting.set(id, { resolve, reject });
    rest();
    socket.send(JSON.stringify({ ...params, id, command }));
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
      rest();
    });
  };
}

interface Line {
  readonly socket: WebSocket;
  readonly waiting: Map<number, Waiting>;
  /** Restarts the idle timer if no request is pending. */
  rest(): void;
  /** Stops sending requests on it and ignores late replies. */
  leave(): void;
}

function openLine(target: URL, timeoutMs: number, gone: () => void): Promise<Line> {
  const { host } = target;
  const waiting = new Map<number, Waiting>();
  const { promise, resolve, reject } = Promise.withResolvers<Line>();
  let socket: WebSocket;
  try {
    socket = new WebSocket(target);
  } catch {
    queueMicrotask(gone);
    return Promise.reject(new XrpNodeFailure(`${host} cannot be reached`));
  }
  let idle: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearTimeout(idle);
    if (waiting.size === 0) idle = setTimeout(leave, idleMs).unref();
  };
  const opening = setTimeout(() => leave(), timeoutMs);
  const leave = (): void => {
    socket.close();
    end();
  };
  const end = (): void => {
    clearTimeout(opening);
    clearTimeout(idle);
    // Runs after the promise is returned to its caller, also if the address is invalid.
    queueMicrotask(gone);
    const failure = new XrpNodeFailure(`${host} cannot be reached, or has closed the connection`);
    reject(failure);
    for (const one of waiting.values()) one.reject(failure);
  };
  socket.addEventListener('open', () => {
    clearTimeout(opening);
    resolve({ socket, waiting, rest, leave });
  });
  socket.addEventListener('error', end);
  socket.addEventListener('close', end);
  socket.addEventListener('message', ({ data }) => {
    try {
      deliver(host, waiting, data);
    } catch {
      // An unreadable message cannot be assigned to a request, so the connection is closed: no caller may get the
      // answer to another request.
      leave();
    }
  });
  return promise;
}

function deliver(host: string, waiting: ReadonlyMap<number, Waiting>, data: unknown): void {
  if (typeof data !== 'string' || data.length > maximumBytes) throw new XrpNodeFailure('no text');
  const message = parse(host, data);
  const { id, type, status } = message;
  // Ignores messages of subscriptions, which this client never requests.
  if (type !== 'response') return;
  const one = typeof id === 'number' ? waiting.get(id) : undefined;
  if (!one) return;
  const result = fieldsOf(message['result']);
  if (status === 'error') one.resolve(message);
  else if (status === 'success' && result) one.resolve(result);
  else one.reject(new XrpNodeFailure(`${host} sent neither a result nor an error`));
}

function parse(host: string, text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new XrpNodeFailure(`${host} sent no JSON`);
  }
  const fields = fieldsOf(value);
  if (!fields) throw new XrpNodeFailure(`${host} sent no answer of a node`);
  return fields;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

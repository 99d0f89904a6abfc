import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';
import { createSafeDispatcher } from './safe-dispatcher.ts';

export { OutboundError } from './outbound-error.ts';

export interface SafeFetchInit {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Time limit for everything together: lookup, connection, redirects and the whole answer. */
  timeoutMs: number;
  maximumBytes: number;
  /** A longer answer is refused, or truncated if only its status matters. */
  whenTooLarge?: 'refuse' | 'cut';
  /** Allows private addresses and plain http. */
  allowPrivate?: boolean;
  followRedirects?: number;
  /** A dispatcher of `createSafeDispatcher`. Tests pass one with their own resolver. */
  dispatcher?: Dispatcher;
}

export interface SafeResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const shared = new Map<boolean, Promise<Dispatcher>>();

function sharedDispatcher(allowPrivate: boolean): Promise<Dispatcher> {
  const known = shared.get(allowPrivate);
  if (known) return known;
  const made = createSafeDispatcher({ allowPrivate });
  shared.set(allowPrivate, made);
  return made;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request to a server that a user configured. Throws an `OutboundError`. Responses of every status are
 * returned.
 */
export async function safeFetch(url: string, init: SafeFetchInit): Promise<SafeResponse> {
  const allowPrivate = init.allowPrivate ?? false;
  const dispatcher = init.dispatcher ?? (await sharedDispatcher(allowPrivate));
  const signal = AbortSignal.timeout(init.timeoutMs);
  let target = checkUrl(url, allowPrivate);
  for (let hops = 0; ; hops++) {
    try {
      const answer = await send(target, init, dispatcher, signal);
      const location = answer.headers['location'];
      if (!init.followRedirects || !redirects.has(answer.status) || typeof location !== 'string')
        return answer;
      if (hops === init.followRedirects) {
        throw new OutboundError('too_many_redirects', `${target.host} redirects too often`);
      }
      const next = URL.canParse(location, target.href) ? new URL(location, target).href : location;
      target = checkUrl(next, allowPrivate);
    } catch (error) {
      throw toOutboundError(error, target, signal);
    }
  }
}

function checkUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol)) {
    throw new OutboundError('bad_url', `the address must begin with ${schemes.join('// or ')}//`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('bad_url', 'the address must not hold a password');
  }
  return url;
}

async function send(
  url: URL,
  init: SafeFetchInit,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<SafeResponse> {
  const { request } = await import('undici');
  const { statusCode, headers, body } = await request(url, {
    dispatcher,
    signal,
    method: init.method ?? 'GET',
    // Responses are not decompressed, so compression is not accepted: a small response must not expand into a large
    // one.
    headers: { 'user-agent': 'Praca', 'accept-encoding': 'identity', ...init.headers },
    body: init.body ?? null,
    headersTimeout: init.timeoutMs,
    bodyTimeout: init.timeoutMs,
  });
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    // Leaving the loop destroys the stream and its connection.
    if (received > init.maximumBytes) break;
  }
  if (received > init.maximumBytes && init.whenTooLarge !== 'cut') {
    throw new OutboundError('too_large', `${url.host} answered with more than ${init.maximumBytes} bytes`);
  }
  const kept = Buffer.concat(chunks).subarray(0, init.maximumBytes);
  return { status: statusCode, headers, body: kept };
}

function toOutboundError(error: unknown, url: URL, signal: AbortSignal): OutboundError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause;
  }
  if (signal.aborted) return new OutboundError('timed_out', `${url.host} did not answer in time`, error);
  return new OutboundError('unreachable', `${url.host} cannot be reached`, error);
}

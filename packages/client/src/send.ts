import { PracaError } from './praca-error.ts';
import { pause, waitBeforeRetry, type RetryOptions } from './retry.ts';
import { fetchWithProgress, type Progress } from './show-progress.ts';

export interface ClientOptions extends RetryOptions {
  /** Includes the path of the service: `https://pay.example.com/merchant`. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Timeout of one attempt. */
  readonly timeoutMs?: number;
  /** Language of error texts: `pt`. */
  readonly language?: string;
}

export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  readonly signal?: AbortSignal | undefined;
  readonly isRepeatable: boolean;
  readonly credentials?: RequestInit['credentials'];
  readonly onProgress?: Progress | undefined;
}

const safeMethods = new Set(['GET', 'PUT', 'DELETE']);

export const isRepeatable = (method: string): boolean => safeMethods.has(method);

/** Sends a request and retries where that is safe and useful. Throws a {@link PracaError} unless it succeeds. */
export async function send(options: ClientOptions, sending: Sending): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(options, sending);
    } catch (error) {
      if (!(error instanceof PracaError)) throw error;
      const waitMs = waitBeforeRetry(error, attempt, sending.isRepeatable, options);
      if (waitMs === undefined) throw error;
      await pause(waitMs, sending.signal);
    }
  }
}

async function sendOnce(options: ClientOptions, sending: Sending): Promise<Response> {
  const { method, url, headers, body, signal, credentials, onProgress } = sending;
  const limit = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  const ask = options.fetch ?? (onProgress ? fetchWithProgress(onProgress) : fetch);
  let response: Response;
  try {
    response = await ask(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(options.language === undefined ? {} : { 'accept-language': options.language }),
        ...headers,
      },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body === undefined ? {} : { body }),
      ...(credentials === undefined ? {} : { credentials }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new PracaError(0, { detail: `${new URL(url).host} did not answer` }, undefined, error);
  }
  if (!response.ok) throw new PracaError(response.status, await readProblem(response), response.headers);
  return response;
}

/** Returns the problem body, or an empty object if there is none, as in a proxy's error page. */
export async function readProblem(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch(() => '');
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Decodes by content type: JSON as a value, text as a string, anything else as bytes. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(?:[\w.+-]+\+)?json/.test(type)) return response.json();
  return type.startsWith('text/') ? response.text() : response.blob();
}

import { PracaError } from './praca-error.ts';
import { pause, waitBeforeRetry, type RetryOptions } from './retry.ts';
import { fetchTelling, type Progress } from './tell-progress.ts';

export interface ClientOptions extends RetryOptions {
  /** With the service's path: `https://pay.example.com/merchant`. */
  readonly baseUrl: string;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
  /** Of one attempt. */
  readonly timeoutMs?: number;
  /** Errors are explained in it: `pt`. */
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

/** Sends, and again where that helps and harms nobody. Throws a {@link PracaError} unless it succeeded. */
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
  const ask = options.fetch ?? (onProgress ? fetchTelling(onProgress) : fetch);
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

/** Empty where there is none: a proxy's page, or nothing. */
export async function readProblem(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text().catch(() => '');
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** By its type: JSON as it is, text as a string, anything else as bytes. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(?:[\w.+-]+\+)?json/.test(type)) return response.json();
  return type.startsWith('text/') ? response.text() : response.blob();
}

export interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** Error answer of Praça, or a failure to reach it. */
export class PracaError extends Error {
  override readonly name = 'PracaError';
  /** Stable code for programs: `payment_expired`. `unreachable` if there was no answer. */
  readonly code: string;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Request id for support; it also appears in the server's log. */
  readonly requestId: string | undefined;
  /** Errors by field, for invalid input. */
  readonly errors: readonly FieldFault[];
  /** Time to wait before a retry, if the answer gives one. */
  readonly retryAfterMs: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers?: Headers, cause?: unknown) {
    const text = (name: string): string | undefined => {
      const value = body[name];
      return typeof value === 'string' ? value : undefined;
    };
    super(
      text('detail') ??
        text('error_description') ??
        text('msg') ??
        text('title') ??
        `Praça answered ${status}`,
      {
        cause,
      },
    );
    this.status = status;
    this.code = text('code') ?? text('error') ?? (status === 0 ? 'unreachable' : 'unknown');
    this.requestId = text('request_id') ?? headers?.get('x-request-id') ?? undefined;
    this.errors = Array.isArray(body['errors']) ? (body['errors'] as FieldFault[]) : [];
    this.retryAfterMs = readRetryAfter(headers?.get('retry-after') ?? null);
    this.body = body;
  }
}

function readRetryAfter(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

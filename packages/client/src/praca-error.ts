export interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** What Praça refused, or could not do. */
export class PracaError extends Error {
  override readonly name = 'PracaError';
  /** Stable, for programs: `payment_expired`. `unreachable` where there was no answer at all. */
  readonly code: string;
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** For support, and for whoever reads the log. */
  readonly requestId: string | undefined;
  /** By field, for bad input. */
  readonly errors: readonly FieldFault[];
  /** When it makes sense to ask again, where the answer says so. */
  readonly retryAfterMs: number | undefined;
  /** The whole answer. */
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

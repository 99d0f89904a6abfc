/** Errors that a client is meant to see (RFC 9457). Each service lists its own codes; only the list knows statuses. */

export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** What an answer with this code has besides, each with a description. */
  readonly members?: Readonly<Record<string, string>>;
  /** An answer with this code may name fields, as `invalid_input` does. */
  readonly namesFields?: true;
}

export interface FieldError {
  field: string;
  code: string;
  message: string;
  /** What the form calls the field into which it was typed. */
  label?: string;
}

export interface ProblemOptions {
  detail?: string;
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** What the answer has besides the members of every problem (RFC 9457, extension members). */
  members?: Readonly<Record<string, string>>;
  cause?: unknown;
}

export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly members: Readonly<Record<string, string>>;

  constructor(code: string, definition: ProblemDefinition, options: ProblemOptions = {}) {
    super(options.detail ?? definition.title, { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.status = definition.status;
    this.title = definition.title;
    this.detail = options.detail ?? `${definition.title}.`;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
  }
}

/** What any service may answer. */
export const platformProblems = {
  invalid_input: { status: 400, title: 'The request is not valid', namesFields: true },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  unauthorized: { status: 401, title: 'A valid access token is needed' },
  forbidden: { status: 403, title: 'This is not allowed' },
  not_found: { status: 404, title: 'Not found' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_key_reused: { status: 409, title: 'The idempotency key was used for another request' },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this idempotency key is still running',
  },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  database_unavailable: { status: 503, title: 'The database is not available at the moment' },
  overloaded: { status: 503, title: 'Too much is going on at the moment' },
} as const satisfies Record<string, ProblemDefinition>;

export type PlatformProblemCode = keyof typeof platformProblems;

/** Problems by their codes. */
export type ProblemCatalogue = Readonly<Record<string, ProblemDefinition>>;

export interface ProblemThrower<Code extends string> {
  (code: Code, options?: ProblemOptions): ProblemError;
  readonly catalogue: ProblemCatalogue;
  /** Some of the catalogue, for a route or a hook that says what it may refuse. */
  pick(...codes: Code[]): ProblemCatalogue;
}

/** `const problem = defineProblems({ quote_used: { status: 409, … } })`; then `throw problem('quote_used')`. */
export function defineProblems<const T extends Record<string, ProblemDefinition>>(
  own: T,
): ProblemThrower<PlatformProblemCode | (keyof T & string)> {
  const catalogue: ProblemCatalogue = { ...platformProblems, ...own };
  const define = (code: string): ProblemDefinition => {
    const definition = catalogue[code];
    if (!definition) throw new TypeError(`unknown problem code ${code}`);
    return definition;
  };
  const thrower = (code: string, options?: ProblemOptions): ProblemError =>
    new ProblemError(code, define(code), options);
  const pick = (...codes: string[]): ProblemCatalogue =>
    Object.fromEntries(codes.map((code) => [code, define(code)]));
  return Object.assign(thrower, { catalogue, pick });
}

export const problem: ProblemThrower<PlatformProblemCode> = defineProblems({});

export function invalidField(field: string, code: string, message: string): ProblemError {
  return problem('invalid_input', { detail: `${field} ${message}`, errors: [{ field, code, message }] });
}

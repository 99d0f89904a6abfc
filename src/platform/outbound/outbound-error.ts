export type OutboundErrorCode =
  | 'bad_url'
  | 'forbidden_address'
  | 'too_many_redirects'
  | 'too_large'
  | 'timed_out'
  | 'unreachable';

/** The reason why a request to an external server failed. The message may be shown to the user who entered the URL. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutboundError';
    this.code = code;
  }
}

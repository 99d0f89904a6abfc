export type OutboundErrorCode =
  | 'bad_url'
  | 'forbidden_address'
  | 'too_many_redirects'
  | 'too_large'
  | 'timed_out'
  | 'unreachable';

/** Why a request to somebody else's server has no answer. The message may be shown to whoever named the server. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutboundError';
    this.code = code;
  }
}

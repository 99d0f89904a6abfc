/** Message in the server's format. */
export interface Message {
  readonly id: string;
  readonly client_id: string | null;
  readonly from: string;
  readonly to: string;
  /** Empty after deletion. */
  readonly message: string;
  readonly sent_at: string;
  readonly read_at: string | null;
  readonly deleted: boolean;
}

/** Message that the server has not accepted yet. */
export interface OutboxEntry {
  /** Order of writing, across all tabs. */
  readonly number: number;
  /** Idempotency key: repeated sends of the message create it once. */
  readonly clientId: string;
  readonly to: string;
  readonly text: string;
  readonly writtenAt: string;
  /** Reason of a refusal by the server. The user decides what to do with the message. */
  readonly fault?: string;
}

/** Returns the oldest message for any recipient. A refused message does not block the others. */
export const nextToSend = (entries: readonly OutboxEntry[]): OutboxEntry | undefined =>
  entries
    .filter(({ fault }) => fault === undefined)
    .toSorted((one, other) => one.number - other.number)
    .at(0);

export type Verdict = 'again' | 'closed' | 'refused';

/** Decides what to do with a message after a failed attempt. */
export function judgeFailure(error: { readonly status: number; readonly code: string }): Verdict {
  if (error.code === 'not_combined') return 'closed';
  // Temporary failures: no network, a server error, a rate limit, or a session that is being renewed.
  return error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)
    ? 'again'
    : 'refused';
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** Returns the delay before the next attempt. A delay given by the server takes precedence. */
export const waitAfter = (failures: number, requestedMs: number | undefined): number =>
  requestedMs ?? Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs);

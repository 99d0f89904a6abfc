/** As the server gives it. */
export interface Message {
  readonly id: string;
  readonly client_id: string | null;
  readonly from: string;
  readonly to: string;
  /** Empty once it is deleted. */
  readonly message: string;
  readonly sent_at: string;
  readonly read_at: string | null;
  readonly deleted: boolean;
}

/** A message that the server has not taken yet. */
export interface OutboxEntry {
  /** In the order in which they were written, in whichever tab. */
  readonly number: number;
  /** The message's own name, which it keeps through every attempt: however often it is sent, it is one. */
  readonly clientId: string;
  readonly to: string;
  readonly text: string;
  readonly writtenAt: string;
  /** Why the server will not have it; waits for the writer to decide. */
  readonly fault?: string;
}

/** The oldest first, whoever it is for. One that was refused does not hold up the others. */
export const nextToSend = (entries: readonly OutboxEntry[]): OutboxEntry | undefined =>
  entries
    .filter(({ fault }) => fault === undefined)
    .toSorted((one, other) => one.number - other.number)
    .at(0);

export type Verdict = 'again' | 'closed' | 'refused';

/** What to do with a message after a failed attempt. */
export function judgeFailure(error: { readonly status: number; readonly code: string }): Verdict {
  if (error.code === 'not_combined') return 'closed';
  // No line, a server in trouble, a limit for a minute, a session that is being renewed: all of them pass.
  return error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)
    ? 'again'
    : 'refused';
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** Before the next attempt; the server's own wish counts where it has one. */
export const waitAfter = (failures: number, wishedMs: number | undefined): number =>
  wishedMs ?? Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs);

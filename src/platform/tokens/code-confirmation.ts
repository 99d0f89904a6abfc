import type { Clock } from '../clock.ts';
import type { Sealer } from './sealer.ts';

/** Lifetime in milliseconds of the mailed link that unlocks codes of an authenticator app. */
const lifetimeMs = 24 * 3_600_000;

const longestToken = 400;

interface Context {
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export interface CodeConfirmation {
  readonly ownerId: string;
  /** Time of the last wrong code. The link has no effect after it was used or after another wrong code. */
  readonly lastWrongMs: number;
}

/** Returns the token of the mailed link. It is sealed and self-contained, so no row is stored for it. */
export function issueCodeConfirmation(
  { sealer, clock }: Context,
  purpose: string,
  { ownerId, lastWrongMs }: CodeConfirmation,
): string {
  const content = JSON.stringify([ownerId, lastWrongMs, clock.nowMs() + lifetimeMs]);
  return sealer.seal(content, purpose).toString('base64url');
}

/** Opens a token. Returns undefined if it is invalid or expired. */
export function readCodeConfirmation(
  { sealer, clock }: Context,
  purpose: string,
  token: string,
): CodeConfirmation | undefined {
  if (token.length > longestToken) return undefined;
  try {
    const opened = sealer.open(Buffer.from(token, 'base64url'), purpose);
    const [ownerId, lastWrongMs, expiresMs] = JSON.parse(opened) as [string, number, number];
    return expiresMs > clock.nowMs() ? { ownerId, lastWrongMs } : undefined;
  } catch {
    return undefined;
  }
}

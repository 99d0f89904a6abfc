import type { Clock } from '../clock.ts';
import type { Sealer } from './sealer.ts';

/** How long a mailed link lets codes of an authenticator app count again. */
const lifetimeMs = 24 * 3_600_000;

const longestToken = 400;

interface Context {
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export interface CodeConfirmation {
  readonly ownerId: string;
  /** Of the last wrong code: once codes count again there is none, and the link has no effect. */
  readonly lastWrongMs: number;
}

/** Returns the token of the mailed link. It is sealed, so that no row has to be kept for it. */
export function issueCodeConfirmation(
  { sealer, clock }: Context,
  purpose: string,
  { ownerId, lastWrongMs }: CodeConfirmation,
): string {
  const content = JSON.stringify([ownerId, lastWrongMs, clock.nowMs() + lifetimeMs]);
  return sealer.seal(content, purpose).toString('base64url');
}

/** Nothing where it is none of ours, or too old. */
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

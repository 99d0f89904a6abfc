import { hashToken } from '../../tokens/opaque-token.ts';
import type { ConsoleContext } from '../console-context.ts';
import { findSessionEnd, type EndRow } from './session-end.store.ts';
import { longestIdleMs } from './session.rules.ts';

/** Reasons that the sign-in page shows. `unfinished`: the second factor took too long. */
export type SessionEnd =
  | 'idle'
  | 'expired'
  | 'unfinished'
  | 'ended'
  | 'password'
  | 'disabled'
  | 'reset'
  | 'temporary';

/**
 * Returns why the session of a token has ended. Undefined for an unknown token, for one whose end was too long ago, and
 * for a session that is still valid. Only the browser that had the session has its token.
 */
export async function whyEnded(
  context: Pick<ConsoleContext, 'sql' | 'clock'>,
  token: string | undefined,
): Promise<SessionEnd | undefined> {
  if (token === undefined || token === '') return undefined;
  const row = await findSessionEnd(context.sql, hashToken(token));
  return row && reasonOf(row, context.clock.nowMs());
}

export function reasonOf(row: EndRow, nowMs: number): SessionEnd | undefined {
  if (row.reason !== null) return row.reason;
  if (row.disabled) return 'disabled';
  const idleMs = (row.seen_at?.getTime() ?? 0) + longestIdleMs;
  const expiresMs = row.expires_at?.getTime() ?? 0;
  if (Math.min(idleMs, expiresMs) <= nowMs) {
    if (row.stage !== 'full') return 'unfinished';
    return idleMs <= expiresMs ? 'idle' : 'expired';
  }
  const passwordMs = row.password_expires_at?.getTime();
  return passwordMs !== undefined && passwordMs <= nowMs ? 'temporary' : undefined;
}

import type { AccountsContext } from '../accounts.context.ts';
import { hashToken } from '../../platform/tokens/opaque-token.ts';
import { findSessionByHash, touchSession } from './session.store.ts';

export interface AccountsSession {
  readonly userId: string;
  readonly sessionId: string;
  /** Begun with a one-time password. */
  readonly mustChangePassword: boolean;
  readonly oneTimePasswordHash: Buffer | null;
  /** When its user last proved to be the user, and how (RFC 8176); sessions from before versions that noted it have none. */
  readonly authenticatedAt: Date;
  readonly amr: readonly string[];
  /** Where this request has prolonged it. */
  readonly prolongedByMs: number | null;
}

/** Written down at most this often: reading must not become writing. */
const touchAfterMs = 5 * 60_000;

/** One that was begun with a one-time password, to set a new one, lasts no longer than that password would have. */
const passwordChangeMs = 24 * 3_600_000;

export const sessionLifetimeMs = (context: AccountsContext, mustChangePassword: boolean): number =>
  mustChangePassword ? passwordChangeMs : context.settings.SESSION_DAYS * 24 * 3_600_000;

export async function findSession(
  context: AccountsContext,
  token: string,
): Promise<AccountsSession | undefined> {
  const now = context.clock.now();
  const row = await findSessionByHash(context.sql, hashToken(token), now);
  if (!row) return undefined;
  const touched = now.getTime() - row.last_seen_at.getTime() > touchAfterMs;
  const prolonged = touched && !row.must_change_password;
  const lifetimeMs = sessionLifetimeMs(context, row.must_change_password);
  if (touched) {
    const expiresAt = prolonged ? new Date(now.getTime() + lifetimeMs) : row.expires_at;
    await touchSession(context.sql, row.id, now, expiresAt);
  }
  return {
    userId: row.user_id,
    sessionId: row.id,
    mustChangePassword: row.must_change_password,
    oneTimePasswordHash: row.one_time_password_hash,
    authenticatedAt: row.authenticated_at,
    amr: row.amr ?? [],
    prolongedByMs: prolonged ? lifetimeMs : null,
  };
}

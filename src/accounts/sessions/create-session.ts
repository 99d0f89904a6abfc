import { writeHostCookie } from '../../platform/http/edge/host-cookie.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import { hashToken, newToken } from '../../platform/tokens/opaque-token.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { Visitor } from '../protection/audit/visitor.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { insertSession, replaceToken } from './session.store.ts';

export const cookieName = 'praca_session';

export const sessionCookie = (publicUrl: string, token: string, lifetimeSeconds: number): string =>
  writeHostCookie(publicUrl, cookieName, token, lifetimeSeconds);

/** Lifetime of a session that began with a one-time password. It equals the lifetime of the one-time password. */
const passwordChangeMs = 24 * 3_600_000;

export const sessionLifetimeMs = (
  context: Pick<AccountsContext, 'settings'>,
  mustChangePassword: boolean,
): number => (mustChangePassword ? passwordChangeMs : context.settings.SESSION_DAYS * 24 * 3_600_000);

/** Time after which a session ends even if it is used. */
export const longestSessionMs = (context: Pick<AccountsContext, 'settings'>): number =>
  context.settings.SESSION_MAX_DAYS * 24 * 3_600_000;

export interface IssuedSession {
  /** Returned only in this answer. The database stores only its hash. */
  token: string;
  cookie: string;
}

export interface Authentication {
  /** Authentication methods by the names of RFC 8176; `fed` is a social login. */
  readonly amr: readonly string[];
  /** Time of authentication, if it was before the session began. */
  readonly at?: Date;
  /** Hash of the one-time password that was used. The password must be changed before anything else. */
  readonly oneTimePasswordHash?: Buffer | null;
}

export function createSession(
  tx: Tx,
  context: AccountsContext,
  userId: string,
  visitor: Visitor,
  { amr, at, oneTimePasswordHash = null }: Authentication,
): IssuedSession {
  actAs(`account ${userId}`);
  const token = newToken();
  const createdAt = context.clock.now();
  const mustChangePassword = oneTimePasswordHash !== null;
  const lifetimeMs = Math.min(sessionLifetimeMs(context, mustChangePassword), longestSessionMs(context));
  insertSession(tx, {
    id: newId(createdAt.getTime()),
    userId,
    tokenHash: hashToken(token),
    mustChangePassword,
    oneTimePasswordHash,
    address: visitor.address,
    userAgent: visitor.userAgent,
    createdAt,
    authenticatedAt: at ?? null,
    amr,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  return { token, cookie: sessionCookie(context.publicUrl, token, lifetimeMs / 1000) };
}

/**
 * Continues a session under a new token, so that its applications stay connected. The old token, which may have been
 * stolen, stops working.
 */
export async function continueSession(
  tx: Tx,
  context: AccountsContext,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
  { amr, at }: Pick<Authentication, 'amr' | 'at'>,
): Promise<IssuedSession> {
  const token = newToken();
  const now = context.clock.now();
  const expiresAt = await replaceToken(
    tx,
    { id: sessionId, userId, tokenHash: hashToken(token), authenticatedAt: at ?? now, amr },
    { now, idleMs: sessionLifetimeMs(context, false), longestMs: longestSessionMs(context) },
  );
  if (!expiresAt) throw problem('unauthorized');
  const lifetimeSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  return { token, cookie: sessionCookie(context.publicUrl, token, lifetimeSeconds) };
}

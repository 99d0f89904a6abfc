import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { Visitor } from '../audit/visitor.ts';
import { hashToken, newToken } from '../../platform/tokens/opaque-token.ts';
import { sessionLifetimeMs } from './find-session.ts';
import { insertSession } from './session.store.ts';
import { sessionCookie } from './session-token.ts';

export interface IssuedSession {
  /** Known to nobody after this answer; only its hash is kept. */
  token: string;
  cookie: string;
}

export interface Authentication {
  /** By the names of RFC 8176; `fed` is a social login. */
  readonly amr: readonly string[];
  /** Where it was before the session. */
  readonly at?: Date;
  /** Of the one-time password that was used, which has to be changed first. */
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
  const lifetimeMs = sessionLifetimeMs(context, mustChangePassword);
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

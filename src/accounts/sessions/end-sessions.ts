import type { IncomingHttpHeaders } from 'node:http';
import { isForeignRequest } from '../../platform/http/edge/foreign-request.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { isId } from '../../platform/ids.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { forgetOtherDevices } from '../protection/attempts/known-devices.ts';
import { recordAudit } from '../protection/audit/record-audit.ts';
import type { Visitor } from '../protection/audit/visitor.ts';
import { findUserById } from '../users/find-user.ts';
import { findSession, type AccountsSession, readToken } from './find-session.ts';
import {
  deletePasswordChangeSessions,
  deleteSession,
  deleteSessions,
  deleteApplication,
  listApplications,
  listSessions,
  deleteExpiredSessions,
} from './session.store.ts';

/**
 * Implements the logout of the interface document. Ends all sessions of the uid where the settings allow that,
 * otherwise only the session of the request.
 */
export async function logOut(
  context: AccountsContext,
  uid: string | undefined,
  headers: IncomingHttpHeaders,
  visitor: Visitor,
): Promise<void> {
  if (uid !== undefined && context.settings.LOGOUT_BY_UID) return endAllOf(context, uid, visitor);
  const session = await findCarried(context, headers);
  if (!session || (uid !== undefined && session.userId !== uid.toLowerCase())) throw problem('not_signed_in');
  await transaction(context.sql, async (tx) => {
    await deleteSession(tx, session.userId, session.sessionId);
    recordAudit(tx, context, { event: 'signed_out', userId: session.userId, visitor });
  });
}

async function findCarried(
  context: AccountsContext,
  headers: IncomingHttpHeaders,
): Promise<AccountsSession | undefined> {
  const carried = readToken(headers, context);
  // A page of another site must not be able to sign its visitors out.
  if (!carried || (carried.byCookie && isForeignRequest(headers, context))) return undefined;
  return findSession(context, carried.token);
}

async function endAllOf(context: AccountsContext, uid: string, visitor: Visitor): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const user = isId(uid) ? await findUserById(tx, uid, context.clock.now()) : undefined;
    if (!user) throw problem('unknown_user');
    await deleteSessions(tx, user.id, null);
    recordAudit(tx, context, { event: 'signed_out', userId: user.id, visitor });
  });
}

/** Ends all sessions of the user, or all but one, in the transaction of the operation that makes them untrustworthy. */
export const endEverySession = (tx: Tx, userId: string, exceptId: string | null = null): Promise<number> =>
  deleteSessions(tx, userId, exceptId);

/** Ends one session in the caller's transaction. Returns false if the user has no such session. */
export const endSessionOf = (tx: Tx, userId: string, sessionId: string): Promise<boolean> =>
  deleteSession(tx, userId, sessionId);

/** Ends the sessions that began with a one-time password, in the transaction that invalidates this password. */
export const endPasswordChangeSessions = (tx: Tx, userId: string): Promise<void> =>
  deletePasswordChangeSessions(tx, userId);

export type { ListedSession } from './session.store.ts';

/** Ends a session, or removes a connected application. */
export async function endSession(
  context: AccountsContext,
  session: AccountsSession,
  id: string,
  visitor: Visitor,
): Promise<void> {
  const { userId } = session;
  await transaction(context.sql, async (tx) => {
    if (!isId(id)) throw problem('not_found');
    if (await deleteSession(tx, userId, id)) {
      return recordAudit(tx, context, { event: 'session_ended', userId, visitor });
    }
    const client = await deleteApplication(tx, userId, id);
    if (client === undefined) throw problem('not_found');
    recordAudit(tx, context, { event: 'application_removed', userId, visitor, detail: { client } });
  });
}

/**
 * Ends all other sessions of the user and forgets the other devices, so that these lose their throttle exemption as
 * well.
 */
export async function endOtherSessions(
  context: AccountsContext,
  session: AccountsSession,
  visitor: Visitor,
  devices: readonly string[],
): Promise<number> {
  return transaction(context.sql, async (tx) => {
    forgetOtherDevices(tx, session.userId, devices);
    const ended = await deleteSessions(tx, session.userId, session.sessionId);
    const { userId } = session;
    recordAudit(tx, context, { event: 'sessions_ended', userId, visitor, detail: { ended } });
    return ended;
  });
}

export const getSessions = (context: Pick<AccountsContext, 'sql' | 'clock'>, userId: string) =>
  listSessions(context.sql, userId, context.clock.now());

export const getApplications = (context: Pick<AccountsContext, 'sql' | 'clock'>, userId: string) =>
  listApplications(context.sql, userId, context.clock.now());

export const forgetExpiredSessions = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteExpiredSessions(sql, clock.now(), limit));

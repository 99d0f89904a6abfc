import type { IncomingHttpHeaders } from 'node:http';
import { isForeignRequest } from '../../platform/http/edge/foreign-request.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { isId } from '../../platform/ids.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { forgetOtherDevices } from '../attempts/known-devices.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { findUserById } from '../users/find-user.ts';
import { findSession, type AccountsSession } from './find-session.ts';
import {
  deletePasswordChangeSessions,
  deleteSession,
  deleteSessions,
  listSessions,
} from './session.store.ts';
import { carriedToken } from './session-token.ts';

/** The logout of the document: by uid where that is enough, else only the session that the request carries. */
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
  const carried = carriedToken(headers, context);
  // A page elsewhere must not be able to sign its visitors out.
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

/** Inside the transaction of whatever makes the sessions untrustworthy. */
export const endEverySession = (tx: Tx, userId: string): Promise<number> => deleteSessions(tx, userId, null);

/** One of them, likewise; false where there is none. */
export const endSessionOf = (tx: Tx, userId: string, sessionId: string): Promise<boolean> =>
  deleteSession(tx, userId, sessionId);

/** Those that were begun with a one-time password, in the transaction of what makes that one count no more. */
export const endPasswordChangeSessions = (tx: Tx, userId: string): Promise<void> =>
  deletePasswordChangeSessions(tx, userId);

export async function endSession(
  context: AccountsContext,
  session: AccountsSession,
  id: string,
  visitor: Visitor,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const ended = isId(id) && (await deleteSession(tx, session.userId, id));
    if (!ended) throw problem('not_found');
    recordAudit(tx, context, { event: 'session_ended', userId: session.userId, visitor });
  });
}

/** Whoever wants the others out does not want them to be known either. */
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

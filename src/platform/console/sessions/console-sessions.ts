import { newId } from '../../ids.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { actAs } from '../../postgres/replicas/request-scope.ts';
import { hashToken, newToken } from '../../tokens/opaque-token.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import type { Membership } from '../people/roles.rules.ts';
import {
  findSessionRows,
  insertSession,
  raiseSession,
  touchSession,
  type SessionAndPlaces,
} from './console-session.store.ts';
import {
  isFresh,
  longestIdleMs,
  longestSessionMs,
  longestUnfinishedMs,
  seenEveryMs,
  type Stage,
} from './session.rules.ts';

export interface ConsoleSession {
  readonly id: string;
  readonly stage: Stage;
  readonly formToken: string;
  /** The second factor was given in the last five minutes, or none is needed. */
  readonly isFresh: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** Only the page that replaces the password is available. */
  readonly hasTemporaryPassword: boolean;
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  readonly memberships: readonly Membership[];
}

type Context = Pick<ConsoleContext, 'sql' | 'clock' | 'settings'>;

/**
 * Reads the session from the database for every request, so that an ended session ends in every process at once.
 * Requests of the live update script (`isWatching`) do not count as activity, so that an unattended page is signed out
 * too.
 */
export async function findConsoleSession(
  context: Context,
  token: string | undefined,
  { isWatching = false } = {},
): Promise<ConsoleSession | undefined> {
  if (token === undefined || token === '') return undefined;
  const now = context.clock.now();
  const idleSince = new Date(now.getTime() - longestIdleMs);
  const rows = await findSessionRows(context.sql, hashToken(token), now, idleSince);
  const [session] = rows;
  if (!session) return undefined;
  if (!isWatching && now.getTime() - session.seen_at.getTime() > seenEveryMs) {
    await touchSession(context.sql, session.id, now);
  }
  actAs(`person ${session.person_id}`);
  return describe(context, session, rows);
}

function describe(
  context: Context,
  session: SessionAndPlaces,
  rows: readonly SessionAndPlaces[],
): ConsoleSession {
  const factor = {
    has: session.has_totp || session.has_passkey,
    isDemanded: context.settings.CONSOLE_SECOND_FACTOR,
  };
  return {
    id: session.id,
    stage: session.stage,
    formToken: session.form_token,
    isFresh: isFresh(session.factor_at, factor, context.clock.nowMs()),
    hasTotp: session.has_totp,
    hasPasskey: session.has_passkey,
    hasTemporaryPassword: session.has_temporary_password,
    person: { id: session.person_id, email: session.email, name: session.name },
    memberships: rows.flatMap((row) =>
      row.kind === null ? [] : [{ kind: row.kind, organisation: row.organisation, role: row.role }],
    ),
  };
}

/**
 * Creates a session with a new token. A token that the browser sent is never reused, which prevents session fixation.
 */
export async function beginSession(
  tx: Tx,
  context: Pick<ConsoleContext, 'clock'>,
  personId: string,
  stage: Stage,
  visitor: Visitor,
): Promise<string> {
  const token = newToken();
  const now = context.clock.now();
  const lifetimeMs = stage === 'full' ? longestSessionMs : longestUnfinishedMs;
  await insertSession(tx, {
    id: newId(now.getTime()),
    tokenHash: hashToken(token),
    personId,
    stage,
    formToken: newToken(),
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    address: visitor.address,
    userAgent: visitor.userAgent,
  });
  return token;
}

/**
 * Raises a session after the second factor and returns its new token. Returns undefined if the session ended meanwhile.
 */
export async function raise(
  tx: Tx,
  context: Pick<ConsoleContext, 'clock'>,
  sessionId: string,
): Promise<string | undefined> {
  const token = newToken();
  const factorAt = context.clock.now();
  const expiresAt = new Date(factorAt.getTime() + longestSessionMs);
  return (await raiseSession(tx, sessionId, { tokenHash: hashToken(token), factorAt, expiresAt }))
    ? token
    : undefined;
}

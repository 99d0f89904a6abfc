import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { isId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import { operator } from '../../protection/audit/visitor.ts';
import { longestSessionMs } from '../../sessions/create-session.ts';
import { endSessionOf } from '../../sessions/end-sessions.ts';
import { findSession, isSessionToken, type AccountsSession } from '../../sessions/find-session.ts';
import { findUserById } from '../../users/find-user.ts';
import { acrOf } from '../../sessions/acr.rules.ts';
import { deleteArtefact, findArtefact, findSessionOwner, writeArtefact } from './artefact.store.ts';
import type { ArtefactsContext } from './artefacts.ts';
import { providerRequest } from './provider-request.ts';

/** Lifetime of the record of a browser that has not signed in. It holds the token of one form. */
const anonymousSeconds = 3600;
const statePurpose = 'provider form';

type Authorizations = NonNullable<AdapterPayload['authorizations']>;

/**
 * Shows the library the sessions of accounts. The cookie is the session's own. The library's additions (the grant of
 * each client, and the token of an open form) are stored beside it.
 */
export function createSessionArtefacts(context: ArtefactsContext): Adapter {
  const { handles, sql, clock, sealer } = context;
  const hashOf = (id: string): Buffer => handles.hashOf('Session', id);

  async function findSignedIn(cookie: string): Promise<AccountsSession | undefined> {
    const session = isSessionToken(cookie) ? await findSession(context, cookie) : undefined;
    if (!session || session.mustChangePassword) return undefined;
    return (await findUserById(sql, session.userId, clock.now())) && session;
  }

  async function findNotes(
    id: string,
  ): Promise<Pick<AdapterPayload, 'authorizations' | 'state'> | undefined> {
    const row = await findArtefact(sql, 'Session', hashOf(id), clock.now());
    if (!row) return undefined;
    const { authorizations, state } = row.payload as { authorizations?: Authorizations; state?: string };
    return {
      ...(authorizations && {
        authorizations: mapGrants(authorizations, (id) => handles.handleOf(Buffer.from(id, 'base64url'))),
      }),
      ...(state !== undefined && { state: openState(state) }),
    };
  }

  function openState(sealed: string): Record<string, unknown> {
    try {
      return JSON.parse(sealer.open(Buffer.from(sealed, 'base64'), statePurpose)) as Record<string, unknown>;
    } catch {
      // Sealed with a key that has been removed. The form must be opened again.
      return {};
    }
  }

  return {
    async find(cookie) {
      // Notes of a session are stored under its id, which applications know as `sid`. It must not work as a cookie.
      if (!isSessionToken(cookie)) return undefined;
      const session = await findSignedIn(cookie);
      const notes = await findNotes(session?.sessionId ?? cookie);
      if (!session) return notes && { ...notes, jti: cookie, kind: 'Session', uid: cookie };
      return {
        ...notes,
        jti: cookie,
        kind: 'Session',
        uid: session.sessionId,
        accountId: session.userId,
        loginTs: realSeconds(context, session.authenticatedAt),
        amr: [...session.amr],
        acr: acrOf(session.amr),
      };
    },

    async findByUid(uid) {
      const accountId = isId(uid) ? await findSessionOwner(sql, uid, clock.now()) : undefined;
      return accountId === undefined ? undefined : { kind: 'Session', uid, accountId };
    },

    async upsert(cookie, { accountId, uid = '', authorizations, state }) {
      const now = clock.now();
      if (accountId !== undefined && !isId(uid)) {
        // Only a sign-in of accounts begins a session.
        throw new errors.SessionNotFound('the session has ended');
      }
      const isSignedIn = accountId !== undefined;
      const lifetimeMs = isSignedIn ? longestSessionMs(context) : anonymousSeconds * 1000;
      await writeArtefact(sql, {
        kind: 'Session',
        idHash: hashOf(isSignedIn ? uid : cookie),
        grantHash: null,
        sessionId: isSignedIn ? uid : null,
        userId: null,
        clientId: null,
        publicId: null,
        userCodeHash: null,
        payload: {
          ...(authorizations && {
            authorizations: mapGrants(authorizations, (id) =>
              handles.hashOf('Grant', id).toString('base64url'),
            ),
          }),
          ...(state && { state: sealer.seal(JSON.stringify(state), statePurpose).toString('base64') }),
        },
        now,
        expiresAt: new Date(now.getTime() + lifetimeMs),
      });
    },

    async destroy(cookie) {
      const session = isSessionToken(cookie) ? await findSession(context, cookie) : undefined;
      if (!session) return deleteArtefact(sql, hashOf(cookie));
      const visitor = providerRequest.getStore()?.visitor ?? operator;
      await transaction(sql, async (tx) => {
        await endSessionOf(tx, session.userId, session.sessionId);
        recordAudit(tx, context, { event: 'signed_out', userId: session.userId, visitor });
      });
    },

    async consume() {},
    async findByUserCode() {
      return undefined;
    },
    async revokeByGrantId() {},
  };
}

/** Seconds of the real clock, which the library and its clients use. A sandbox may have moved its own. */
export const realSeconds = ({ clock }: Pick<ArtefactsContext, 'clock'>, at: Date): number =>
  Math.floor((at.getTime() - (clock.nowMs() - Date.now())) / 1000);

const mapGrants = (authorizations: Authorizations, map: (grantId: string) => string): Authorizations =>
  Object.fromEntries(
    Object.entries(authorizations).map(([clientId, { grantId, ...others }]) => [
      clientId,
      { ...others, ...(grantId === undefined ? {} : { grantId: map(grantId) }) },
    ]),
  );

import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { beginAttempt } from '../../../platform/throttle/throttle.ts';
import { longestMemoryMs } from '../../../platform/throttle/throttle.rules.ts';
import { throttleKey } from '../../../platform/throttle/throttle.store.ts';
import { operator } from '../../protection/audit/visitor.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { longestSessionMs, sessionLifetimeMs } from '../../sessions/create-session.ts';
import {
  consumeArtefact,
  deleteArtefact,
  deleteExpiredArtefacts,
  deleteIssued,
  findArtefact,
  findDeviceCode,
  insertOnce,
  moveArtefacts,
  takeDeviceCode,
  writeArtefact,
  type ArtefactRow,
  type NewArtefact,
} from './artefact.store.ts';
import type { Handles } from './handles.ts';
import { hideIds, showIds } from './hide-ids.ts';
import { providerRequest } from './provider-request.ts';

export interface ArtefactsContext extends AccountsContext {
  readonly handles: Handles;
}

/**
 * Within this time a second redemption is only refused. It may be a client that repeats a lost request, and the library
 * would revoke the grant.
 */
const repeatMs = 10_000;

/** Wrong user codes of one address, which many people may share. */
const userCodeGuesses = { free: 15, longestDelaySeconds: 900, forgottenAfterMs: longestMemoryMs };

class TooManyCodes extends errors.CustomOIDCProviderError {
  override readonly status = 429;
  override readonly statusCode = 429;
  constructor(waitMs: number) {
    super('slow_down', `too many wrong codes, try again in ${Math.ceil(waitMs / 1000)} s`);
  }
}

/** What the library may look up although it is used: it revokes the grant of a stolen token. */
const redeemed = new Set(['AuthorizationCode', 'RefreshToken', 'DeviceCode']);

/** Stores the artefacts of one kind in PostgreSQL, without their ids. */
export function createArtefacts(context: ArtefactsContext, kind: string): Adapter {
  const { handles, clock } = context;
  const store = (): Tag => providerRequest.getStore()?.tx ?? context.sql;
  const hashOf = (id: string): Buffer => handles.hashOf(kind, id);
  const show = (row: ArtefactRow | undefined, id: string, userCode?: string): AdapterPayload | undefined =>
    row && {
      ...showIds(handles, id, row.payload),
      jti: id,
      kind,
      ...(row.grant_hash ? { grantId: handles.handleOf(row.grant_hash) } : {}),
      ...(row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {}),
      ...(userCode === undefined ? {} : { userCode }),
    };
  const isRepeated = ({ consumed_at }: ArtefactRow): boolean =>
    consumed_at !== null &&
    redeemed.has(kind) &&
    providerRequest.getStore()?.tx !== undefined &&
    clock.nowMs() - consumed_at.getTime() <= repeatMs;

  return {
    async upsert(id, payload, expiresIn = 0) {
      const now = clock.now();
      const { jti: _jti, kind: _kind, grantId, userCode, consumed: _consumed, ...rest } = payload;
      const isGrant = kind === 'Grant';
      const artefact: NewArtefact = {
        kind,
        idHash: hashOf(id),
        grantHash: grantId === undefined ? null : handles.hashOf('Grant', grantId),
        sessionId: isGrant ? (providerRequest.getStore()?.sessionId ?? null) : null,
        userId: isGrant ? (payload.accountId ?? null) : null,
        clientId: grantId === undefined ? (payload.clientId ?? null) : null,
        publicId: isGrant ? newId(now.getTime()) : null,
        userCodeHash: userCode === undefined ? null : handles.hashOf('user code', userCode),
        payload: hideIds(handles, id, rest),
        now,
        expiresAt: new Date(now.getTime() + expiresIn * 1000),
      };
      if (kind === 'ReplayDetection') {
        if (!(await insertOnce(store(), artefact)))
          throw new errors.InvalidRequest('the proof was used before');
      } else if (
        payload.inFlight === true &&
        payload.accountId === undefined &&
        payload.error === undefined
      ) {
        const isTaken = await takeDeviceCode(store(), artefact.idHash, artefact.payload);
        if (!isTaken) throw new errors.InvalidRequest('the code is used in another browser');
      } else await writeArtefact(store(), artefact);
    },

    async find(id) {
      const row = await findArtefact(store(), kind, hashOf(id), clock.now());
      return row && isRepeated(row) ? undefined : show(row, id);
    },

    async findByUserCode(userCode) {
      const { address } = providerRequest.getStore()?.visitor ?? operator;
      const row = await transaction(context.sql, async (tx) => {
        const key = throttleKey('device code', address);
        const attempt = await beginAttempt(tx, context, [{ key, policy: userCodeGuesses }]);
        if (attempt.waitMs > 0) throw new TooManyCodes(attempt.waitMs);
        const found = await findDeviceCode(tx, handles.hashOf('user code', userCode));
        if (!found) attempt.fail();
        return found;
      });
      return row && show(row, handles.handleOf(row.id_hash), userCode);
    },

    async findByUid() {
      return undefined;
    },

    async consume(id) {
      const { isFirst, isOpen } = await consumeArtefact(store(), hashOf(id), {
        now: clock.now(),
        idleMs: sessionLifetimeMs(context, false),
        longestMs: longestSessionMs(context),
      });
      if (!isFirst) {
        if (kind === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('it was used before');
        throw new errors.InvalidGrant('it was used by another request');
      }
      if (!isOpen) throw new errors.InvalidGrant('its session has ended');
    },

    destroy: (id) => deleteArtefact(store(), hashOf(id)),

    revokeByGrantId: (grantId) => deleteIssued(store(), kind, handles.hashOf('Grant', grantId)),
  };
}

/** Moves what applications got in a session to the session that replaces it. */
export const moveToSession = (
  tx: Tx,
  { handles }: Pick<ArtefactsContext, 'handles'>,
  from: string,
  to: string,
): Promise<void> => moveArtefacts(tx, from, to, handles.hashOf('Session', to));

export const forgetExpiredArtefacts = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteExpiredArtefacts(sql, clock.now(), limit));

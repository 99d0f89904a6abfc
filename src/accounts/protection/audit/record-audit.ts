import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { countRefusal, deleteRefusalsBefore } from '../../../platform/throttle/refusal.store.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { assignSignUp, insertAudit, deleteAuditBefore } from './audit.store.ts';
import type { Visitor } from './visitor.ts';

type AuditEvent =
  | 'signed_up'
  | 'address_confirmed'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'recovery_requested'
  | 'recovery_mailed'
  | 'recovery_failed'
  | 'one_time_password_set'
  | 'password_changed'
  | 'password_change_failed'
  | 'profile_changed'
  | 'email_change_requested'
  | 'email_change_failed'
  | 'email_changed'
  | 'email_put_back'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'session_ended'
  | 'sessions_ended'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'totp_failed'
  | 'totp_confirmed'
  | 'confirmation_failed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'id_token_issued'
  | 'application_connected'
  | 'application_removed'
  | 'exported'
  | 'erasure_requested'
  | 'erasure_taken_back';

export interface AuditEntry {
  event: AuditEvent;
  userId: string | null;
  visitor: Visitor;
  /** Reasons and ids. Never a secret and never typed text, which may be one. */
  detail?: Record<string, string | number | boolean>;
}

export const refusalTable = {
  schema: 'accounts',
  table: 'refusals',
  owner: 'user_id',
  event: 'event',
} as const;

/** Strangers can cause these events without limit. They are counted, so that they cannot flood the audit. */
const isCounted = (event: AuditEvent): boolean => event.endsWith('_failed') || event === 'recovery_requested';

/** Writes the entry in the transaction of the change that it records. */
export function recordAudit(tx: Tx, context: Pick<AccountsContext, 'clock'>, entry: AuditEntry): void {
  const { event, userId, visitor, detail = {} } = entry;
  const { address, userAgent } = visitor;
  const id = newId(context.clock.nowMs());
  const at = context.clock.now();
  if (isCounted(event)) {
    const reason = String(detail['reason'] ?? event);
    countRefusal(tx, refusalTable, {
      id,
      ownerId: userId,
      event,
      address,
      at,
      details: { reason, userAgent },
    });
  } else insertAudit(tx, { id, user_id: userId, event, address, user_agent: userAgent, detail, at });
}

/**
 * Assigns the entry of a sign-up to the user once the account exists, so that it is exported and erased with the user.
 */
export const claimSignUp = (
  tx: Tx,
  registration: { id: string; created_at: Date; expires_at: Date },
  userId: string,
): Promise<void> =>
  assignSignUp(tx, registration.id, userId, { from: registration.created_at, to: registration.expires_at });

const dayMs = 24 * 3_600_000;

export async function forgetOldAudit(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'settings'>,
): Promise<void> {
  const keptMs = context.settings.AUDIT_DAYS * dayMs;
  const before = new Date(context.clock.nowMs() - keptMs);
  await inBatches((limit) => deleteAuditBefore(context.sql, before, limit));
  await inBatches((limit) => deleteRefusalsBefore(context.sql, refusalTable, before, limit));
}

import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { assignSignUp, insertAudit } from './audit.store.ts';
import { countRefusal } from './refusal.store.ts';
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
  | 'exported'
  | 'erasure_requested'
  | 'erasure_taken_back';

export interface AuditEntry {
  event: AuditEvent;
  userId: string | null;
  visitor: Visitor;
  /** Never a secret, and nothing that somebody typed by mistake: reasons and ids. */
  detail?: Record<string, string | number | boolean>;
}

/** What strangers can cause without end is counted, or they could flood the record that is only added to. */
const isCounted = (event: AuditEvent): boolean => event.endsWith('_failed') || event === 'recovery_requested';

/** In the transaction of what it tells of. */
export function recordAudit(tx: Tx, context: Pick<AccountsContext, 'clock'>, entry: AuditEntry): void {
  const { event, userId, visitor, detail = {} } = entry;
  const { address, userAgent } = visitor;
  const id = newId(context.clock.nowMs());
  const at = context.clock.now();
  if (isCounted(event)) {
    const reason = String(detail['reason'] ?? event);
    countRefusal(tx, { id, userId, event, address, userAgent, reason, at });
  } else insertAudit(tx, { id, user_id: userId, event, address, user_agent: userAgent, detail, at });
}

/** A sign-up is on record before there is a user; once there is, it is exported and erased with them. */
export const claimSignUp = (
  tx: Tx,
  registration: { id: string; created_at: Date; expires_at: Date },
  userId: string,
): Promise<void> =>
  assignSignUp(tx, registration.id, userId, { from: registration.created_at, to: registration.expires_at });

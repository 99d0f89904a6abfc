import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit, type AuditEntry } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { findUserById } from '../users/find-user.ts';
import { hashesOfRecoveryCode } from '../../platform/tokens/recovery-codes.ts';
import { matchingStep } from '../../platform/tokens/time-based-code.ts';
import { isTotpConfirmed, lockTotp, markRecoveryCodeUsed, setLastStep, type TotpRow } from './totp.store.ts';

export const sealPurpose = (userId: string): string => `totp secret ${userId}`;

export type TotpContext = Pick<AccountsContext, 'clock' | 'sealer'>;

export async function hasTotp(sql: Sql | Tx, userId: string): Promise<boolean> {
  return isTotpConfirmed(sql, userId);
}

/**
 * A code of the authenticator app, each time step once, or one of the recovery codes, each once. The caller counts
 * failures, and commits whichever the answer is.
 */
export async function checkTotp(
  tx: Tx,
  context: TotpContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<boolean> {
  const row = await lockTotp(tx, userId);
  if (!row?.confirmed_at) return false;
  if (await useCode(tx, context, userId, row, code)) return true;
  const recovered = await useRecoveryCode(tx, context, userId, code);
  if (recovered) await recordTotpEvent(tx, context, userId, 'recovery_code_used', visitor);
  return recovered;
}

/** On record, and in the mailbox of the account's owner, who may be somebody else. */
export async function recordTotpEvent(
  tx: Tx,
  context: TotpContext,
  userId: string,
  event: 'totp_enabled' | 'totp_disabled' | 'recovery_codes_renewed' | 'recovery_code_used',
  visitor: Visitor,
  detail: AuditEntry['detail'] = {},
): Promise<void> {
  recordAudit(tx, context, { event, userId, visitor, detail });
  const user = await findUserById(tx, userId, context.clock.now());
  if (user) sendNotice(tx, context, user, event, {});
}

/** Also for a secret that is not confirmed yet: a code of it is what confirms it. */
export async function useCode(
  tx: Tx,
  context: TotpContext,
  userId: string,
  row: TotpRow,
  code: string,
): Promise<boolean> {
  const secret = Buffer.from(context.sealer.open(row.sealed_secret, sealPurpose(userId)), 'hex');
  const step = matchingStep(secret, code.replaceAll(/\s/g, ''), context.clock.nowMs(), Number(row.last_step));
  if (step === undefined) return false;
  await setLastStep(tx, userId, step);
  return true;
}

async function useRecoveryCode(tx: Tx, context: TotpContext, userId: string, code: string): Promise<boolean> {
  const hashes = await hashesOfRecoveryCode(tx, context, 'accounts', userId, code);
  return markRecoveryCodeUsed(tx, userId, hashes, context.clock.now());
}

import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit, type AuditEntry } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sayTime } from '../mails/mail-times.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { findUserById, type User } from '../users/find-user.ts';
import { hashesOfRecoveryCode } from '../../platform/tokens/recovery-codes.ts';
import { matchingStep } from '../../platform/tokens/time-based-code.ts';
import { afterWrongCode, areCodesHeld } from '../../platform/tokens/wrong-codes.rules.ts';
import { mailCodeConfirmation } from './confirm-codes.ts';
import {
  isTotpConfirmed,
  lockTotp,
  markRecoveryCodeUsed,
  setLastStep,
  setWrongCodes,
  type TotpRow,
} from './totp.store.ts';

export const sealPurpose = (userId: string): string => `totp secret ${userId}`;

export type TotpContext = Pick<AccountsContext, 'clock' | 'sealer'>;
type GuessContext = Pick<AccountsContext, 'clock' | 'sealer' | 'settings' | 'baseUrl'>;

export async function hasTotp(sql: Sql | Tx, userId: string): Promise<boolean> {
  return isTotpConfirmed(sql, userId);
}

/**
 * Why a code was not taken: it is wrong, or codes of the app wait for a mailed confirmation after too many wrong ones.
 */
export type CodeRefusal = 'totp_invalid' | 'totp_confirmation_required';

/**
 * Takes a code of the authenticator app, each time step once, or one of the recovery codes, each once; undefined where it
 * was right. Wrong ones are counted, so the caller commits whatever the answer is.
 */
export async function checkTotp(
  tx: Tx,
  context: GuessContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<CodeRefusal | undefined> {
  const row = await lockTotp(tx, userId);
  if (!row?.confirmed_at) return 'totp_invalid';
  const areHeld = areCodesHeld(row.wrong_codes_at, context.clock.now());
  if (!areHeld && (await useCode(tx, context, userId, row, code))) return undefined;
  if (await useRecoveryCode(tx, context, userId, code)) {
    await recordTotpEvent(tx, context, userId, 'recovery_code_used', visitor);
    return undefined;
  }
  const user = await findUserById(tx, userId, context.clock.now());
  const lastWrongAt = row.wrong_codes_at.at(-1);
  if (areHeld) {
    if (user && lastWrongAt) await mailCodeConfirmation(tx, context, user, lastWrongAt);
    return 'totp_confirmation_required';
  }
  // A code that was used already is no guess: a form was sent twice.
  if (user && findStep(context, userId, row, code, 0) === undefined) {
    await countWrongCode(tx, context, user, row, visitor);
  }
  return 'totp_invalid';
}

/** The password was right, or a session is open, so another person may have it: the owner is mailed. */
async function countWrongCode(
  tx: Tx,
  context: GuessContext,
  user: User,
  row: TotpRow,
  visitor: Visitor,
): Promise<void> {
  const now = context.clock.now();
  const { wrongAt, mail } = afterWrongCode(row.wrong_codes_at, now);
  await setWrongCodes(tx, user.id, wrongAt);
  if (mail === 'confirmation') await mailCodeConfirmation(tx, context, user, now);
  if (mail === 'notice') {
    sendNotice(tx, context, user, 'wrong_codes', {
      count: String(wrongAt.length),
      when: sayTime(now, user.language),
      network: visitor.address,
    });
  }
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
  const step = findStep(context, userId, row, code, Number(row.last_step));
  if (step === undefined) return false;
  await setLastStep(tx, userId, step);
  return true;
}

function findStep(
  context: TotpContext,
  userId: string,
  row: TotpRow,
  code: string,
  lastStep: number,
): number | undefined {
  const secret = Buffer.from(context.sealer.open(row.sealed_secret, sealPurpose(userId)), 'hex');
  return matchingStep(secret, code.replaceAll(/\s/g, ''), context.clock.nowMs(), lastStep);
}

async function useRecoveryCode(tx: Tx, context: TotpContext, userId: string, code: string): Promise<boolean> {
  const hashes = await hashesOfRecoveryCode(tx, context, 'accounts', userId, code);
  return markRecoveryCodeUsed(tx, userId, hashes, context.clock.now());
}

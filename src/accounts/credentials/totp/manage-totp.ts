import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../../platform/problem.ts';
import {
  newSecret,
  renewRecoveryCodes as renewCodes,
  showSecret,
  useAppCode,
} from '../../../platform/tokens/take-code.ts';
import {
  countRecoveryCodes,
  deleteTotp,
  lockTotp,
  replaceRecoveryCodes,
} from '../../../platform/tokens/totp.store.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit, type AuditEntry } from '../../protection/audit/record-audit.ts';
import { operator, type Visitor } from '../../protection/audit/visitor.ts';
import { endEverySession } from '../../sessions/end-sessions.ts';
import { findUserById, lockUser, hasTotp } from '../../users/find-user.ts';
import { checkTotp, recordTotpEvent, userTotp } from './check-totp.ts';
import { insertTotp } from './totp.store.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

export interface TotpState {
  enabled: boolean;
  recoveryCodesLeft: number;
}

export async function getTotp(context: AccountsContext, userId: string): Promise<TotpState> {
  const enabled = await hasTotp(context.sql, userId);
  return {
    enabled,
    recoveryCodesLeft: enabled ? await countRecoveryCodes(context.sql, userTotp(userId)) : 0,
  };
}

/** Stores a new secret. It takes effect when a code of it is confirmed. */
export async function beginTotp(
  context: AccountsContext,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  const sealed = newSecret(context, userTotp(userId));
  const user = await findUserById(context.sql, userId, context.clock.now());
  const began = await transaction(context.sql, (tx) => insertTotp(tx, userId, sealed, context.clock.now()));
  if (!began) throw problem('totp_already_on', { say: accountsWords.turnTotpOffFirst });
  const named = { issuer: new URL(context.publicUrl).hostname, account: user?.email ?? userId };
  return showSecret(context, userTotp(userId), sealed, named);
}

/** Turns the second factor on and returns the recovery codes, which are shown only this once. */
export async function confirmTotp(
  context: AccountsContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<string[]> {
  return withTotpProof(context, userId, visitor, async (tx) => {
    const row = await lockTotp(tx, userTotp(userId));
    if (!row) return problem('totp_not_begun', { say: accountsWords.beginTotp });
    if (row.confirmed_at) return problem('totp_already_on');
    if (!(await useAppCode(tx, context, userTotp(userId), row, code))) return problem('totp_invalid');
    await recordTotpEvent(tx, context, userId, 'totp_enabled', visitor);
    return renewCodes(tx, context, userTotp(userId));
  });
}

export async function renewRecoveryCodes(
  context: AccountsContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<string[]> {
  return withTotpProof(context, userId, visitor, async (tx) => {
    if (!(await hasTotp(tx, userId))) return problem('totp_off');
    const refusal = await checkTotp(tx, context, userId, code, visitor);
    if (refusal) return problem(refusal);
    await recordTotpEvent(tx, context, userId, 'recovery_codes_renewed', visitor);
    return renewCodes(tx, context, userTotp(userId));
  });
}

export async function removeTotp(
  context: AccountsContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<void> {
  await withTotpProof(context, userId, visitor, async (tx) => {
    if (!(await hasTotp(tx, userId))) return problem('totp_off');
    const refusal = await checkTotp(tx, context, userId, code, visitor);
    if (refusal) return problem(refusal);
    await deleteSecretAndCodes(tx, context, userId);
    await recordTotpEvent(tx, context, userId, 'totp_disabled', visitor);
    return [];
  });
}

async function deleteSecretAndCodes(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  userId: string,
): Promise<void> {
  await deleteTotp(tx, userTotp(userId));
  await replaceRecoveryCodes(tx, userTotp(userId), [], clock.now());
}

/**
 * Turns the second factor off for a user who lost the app and the recovery codes. Returns false if it is off. No code
 * proves the user's identity here, so all sessions end and the owner of the mailbox is notified.
 */
export async function turnOffTotp(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'sealer'>,
  userId: string,
  recorded?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    const user = await lockUser(tx, userId, context.clock.now());
    if (!user || !(await hasTotp(tx, userId))) return false;
    await deleteSecretAndCodes(tx, context, userId);
    await endEverySession(tx, userId);
    await recordTotpEvent(tx, context, userId, 'totp_disabled', operator, { by: 'operator' });
    await recorded?.(tx);
    return true;
  });
}

/**
 * Runs work that needs a code. The work returns a refusal instead of throwing it, because the counted wrong code must
 * be committed.
 */
export async function withTotpProof<T>(
  context: AccountsContext,
  userId: string,
  visitor: Visitor,
  work: (tx: Tx) => Promise<T | ProblemError>,
  failed: AuditEntry['event'] = 'totp_failed',
): Promise<T> {
  const outcome = await transaction(context.sql, async (tx) => {
    const result = await work(tx);
    if (result instanceof ProblemError) {
      recordAudit(tx, context, { event: failed, userId, visitor, detail: { reason: result.code } });
    }
    return result;
  });
  if (outcome instanceof ProblemError) throw outcome;
  return outcome;
}

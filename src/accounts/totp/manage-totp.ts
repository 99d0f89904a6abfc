import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import type { Visitor } from '../audit/visitor.ts';
import { findUserById } from '../users/find-user.ts';
import { checkTotp, hasTotp, sealPurpose, recordTotpEvent, useCode } from './check-totp.ts';
import { newRecoveryCodes } from '../../platform/tokens/recovery-codes.ts';
import { otpauthUri } from '../../platform/tokens/time-based-code.ts';
import {
  confirmTotpSecret,
  countRecoveryCodes,
  deleteTotp,
  insertTotp,
  lockTotp,
  replaceRecoveryCodes,
} from './totp.store.ts';
import { withTotpProof } from './with-totp-proof.ts';

/** RFC 4226 asks for 128 bits and recommends 160. */
const secretBytes = 20;

export interface TotpState {
  enabled: boolean;
  recoveryCodesLeft: number;
}

export async function getTotp(context: AccountsContext, userId: string): Promise<TotpState> {
  const enabled = await hasTotp(context.sql, userId);
  return { enabled, recoveryCodesLeft: enabled ? await countRecoveryCodes(context.sql, userId) : 0 };
}

/** A new secret, which counts for nothing until a code of it was shown. */
export async function beginTotp(
  context: AccountsContext,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(secretBytes);
  const sealed = context.sealer.seal(secret.toString('hex'), sealPurpose(userId));
  const user = await findUserById(context.sql, userId, context.clock.now());
  const began = await transaction(context.sql, (tx) => insertTotp(tx, userId, sealed, context.clock.now()));
  if (!began) throw problem('totp_already_on', { detail: 'Turn it off with DELETE /v1/me/totp first.' });
  const issuer = new URL(context.publicUrl).hostname;
  return { secret: base32nopad.encode(secret), uri: otpauthUri(issuer, user?.email ?? userId, secret) };
}

/** Turns it on; the recovery codes are told this once. */
export async function confirmTotp(
  context: AccountsContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<string[]> {
  return withTotpProof(context, userId, visitor, async (tx) => {
    const row = await lockTotp(tx, userId);
    if (!row) return problem('totp_not_begun', { detail: 'Begin with POST /v1/me/totp.' });
    if (row.confirmed_at) return problem('totp_already_on');
    if (!(await useCode(tx, context, userId, row, code))) return problem('totp_invalid');
    await confirmTotpSecret(tx, userId, context.clock.now());
    await recordTotpEvent(tx, context, userId, 'totp_enabled', visitor);
    return renewCodes(tx, context, userId);
  });
}

/** The old ones count no more. */
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
    return renewCodes(tx, context, userId);
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
    await deleteTotp(tx, userId);
    await recordTotpEvent(tx, context, userId, 'totp_disabled', visitor);
    return [];
  });
}

async function renewCodes(tx: Tx, context: AccountsContext, userId: string): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes(tx, context, 'accounts', userId);
  await replaceRecoveryCodes(tx, userId, hashes, context.clock.now());
  return codes;
}

import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { Clock } from '../clock.ts';
import type { Tx } from '../postgres/client/database.ts';
import type { CodeConfirmation } from './code-confirmation.ts';
import { hashesOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { Sealer } from './sealer.ts';
import { matchingStep, otpauthUri } from './time-based-code.ts';
import {
  lockTotp,
  markRecoveryCodeUsed,
  replaceRecoveryCodes,
  setLastStep,
  setWrongCodes,
  type TotpOwner,
  type TotpRow,
} from './totp.store.ts';
import { afterWrongCode, areCodesHeld } from './wrong-codes.rules.ts';

interface Context {
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** RFC 4226 requires 128 bits and recommends 160. */
const secretBytes = 20;

export const newSecret = ({ sealer }: Context, { sealPurpose }: TotpOwner): Buffer =>
  sealer.seal(randomBytes(secretBytes).toString('hex'), sealPurpose);

const openSecret = ({ sealer }: Context, { sealPurpose }: TotpOwner, sealed: Buffer): Buffer =>
  Buffer.from(sealer.open(sealed, sealPurpose), 'hex');

/** Returns a secret for manual entry and as the URI of a QR code. */
export function showSecret(
  context: Context,
  owner: TotpOwner,
  sealed: Buffer,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): { secret: string; uri: string } {
  const secret = openSecret(context, owner, sealed);
  return { secret: base32nopad.encode(secret), uri: otpauthUri(issuer, account, secret) };
}

/**
 * Reason for a rejected code. `held`: after too many wrong codes, codes of the app are locked until a mailed
 * confirmation.
 */
export interface CodeFault {
  readonly reason: 'wrong' | 'held';
  /** Mail to send to the owner after this number of wrong codes. */
  readonly mail?: {
    readonly kind: 'notice' | 'confirmation';
    readonly count: number;
    readonly lastWrongAt: Date;
  };
}

/**
 * Verifies a code of the authenticator app (once per time step) or a recovery code (once each). Counts wrong codes, so
 * the caller must commit in every case.
 */
export async function takeCode(
  tx: Tx,
  context: Context,
  owner: TotpOwner,
  code: string,
): Promise<'app' | 'recovery' | CodeFault> {
  const locked = await lockTotp(tx, owner);
  const row = locked?.confirmed_at ? locked : undefined;
  const now = context.clock.now();
  const areHeld = row !== undefined && areCodesHeld(row.wrong_codes_at, now);
  if (row && !areHeld && (await useAppCode(tx, context, owner, row, code))) return 'app';
  const hashes = await hashesOfRecoveryCode(tx, context, owner.kind, owner.id, code);
  if (await markRecoveryCodeUsed(tx, owner, hashes, now)) return 'recovery';
  if (areHeld) {
    const [count, lastWrongAt] = [row.wrong_codes_at.length, row.wrong_codes_at.at(-1) ?? now];
    return { reason: 'held', mail: { kind: 'confirmation', count, lastWrongAt } };
  }
  // A code that was used already is no guess: a form was sent twice.
  if (!row || findStep(context, owner, row, code, 0) !== undefined) return { reason: 'wrong' };
  const { wrongAt, mail } = afterWrongCode(row.wrong_codes_at, now);
  await setWrongCodes(tx, owner, wrongAt);
  if (!mail) return { reason: 'wrong' };
  return { reason: 'wrong', mail: { kind: mail, count: wrongAt.length, lastWrongAt: now } };
}

/** Verifies a code of the app. The first code of a secret confirms it. */
export async function useAppCode(
  tx: Tx,
  context: Context,
  owner: TotpOwner,
  row: TotpRow,
  code: string,
): Promise<boolean> {
  const step = findStep(context, owner, row, code, Number(row.last_step));
  if (step === undefined) return false;
  await setLastStep(tx, owner, step, context.clock.now());
  return true;
}

function findStep(context: Context, owner: TotpOwner, row: TotpRow, code: string, lastStep: number) {
  const secret = openSecret(context, owner, row.sealed_secret);
  return matchingStep(secret, code.replaceAll(/\s/g, ''), context.clock.nowMs(), lastStep);
}

/** Replaces the recovery codes and returns the new ones. */
export async function renewRecoveryCodes(tx: Tx, context: Context, owner: TotpOwner): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes(tx, context, owner.kind, owner.id);
  await replaceRecoveryCodes(tx, owner, hashes, context.clock.now());
  return codes;
}

/** Unlocks codes of the app. Returns false if the link was used already or another wrong code came after it. */
export async function useConfirmation(
  tx: Tx,
  owner: TotpOwner,
  { lastWrongMs }: CodeConfirmation,
): Promise<boolean> {
  const row = await lockTotp(tx, owner);
  if (row?.wrong_codes_at.at(-1)?.getTime() !== lastWrongMs) return false;
  await setWrongCodes(tx, owner, []);
  return true;
}

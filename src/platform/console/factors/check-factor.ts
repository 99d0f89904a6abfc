import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { hashesOfRecoveryCode } from '../../tokens/recovery-codes.ts';
import { matchingStep } from '../../tokens/time-based-code.ts';
import { areCodesHeld } from '../../tokens/wrong-codes.rules.ts';
import { recordAct, type Actor } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { mailNotice } from '../notices/mail-notice.ts';
import { recordSignIn } from '../notices/record-sign-in.ts';
import { raise } from '../sessions/console-sessions.ts';
import { countWrongCode, mailCodeConfirmation } from './confirm-codes.ts';
import {
  countRecoveryCodes,
  hasFactor,
  lockTotp,
  setLastStep,
  useRecoveryCodeRow,
  type TotpRow,
} from './factor.store.ts';
import { insertChallenge, listPasskeys, lockPasskey, setSignCount, useChallenge } from './passkey.store.ts';
import { beginAttempt } from '../throttle/throttle.ts';
import { partyOf, readPasskeyProof } from './verify-passkey.ts';

export const totpPurpose = (personId: string): string => `console totp secret ${personId}`;

/** What somebody shows: a code of the app or a recovery code, or what a passkey has signed. */
export interface FactorProof {
  readonly code: string;
  readonly passkey: string;
}

/** All that a code needs. */
type CodeContext = Pick<ConsoleContext, 'sql' | 'clock' | 'sealer' | 'publicUrl'>;

export interface Prover {
  readonly sessionId: string;
  readonly person: Actor & { readonly id: string };
  readonly visitor: Visitor;
  /** The factor completes a sign-in. */
  readonly isSigningIn: boolean;
}

/**
 * Why not: wrong, too soon after wrong ones, after so many that codes of the app wait for a mailed confirmation, or right
 * but a temporary password that has expired.
 */
export interface Refusal {
  readonly reason: 'wrong' | 'wait' | 'held' | 'expired';
  readonly waitMs: number;
}

/** What the work returns where codes of the app wait for a mailed confirmation. */
const codesHeld = Symbol('codes wait for a confirmation');

export type Outcome<T> =
  | { readonly done: T; readonly refused?: never }
  | { readonly refused: Refusal; readonly done?: never };

/**
 * Six digits can be guessed by whoever has many tries, so wrong ones slow down whoever sends them, in whichever session.
 * The failure is committed, the work is not.
 */
export async function withProof<T>(
  context: Pick<ConsoleContext, 'sql' | 'clock'>,
  prover: Pick<Prover, 'person' | 'visitor'>,
  work: (tx: Tx) => Promise<T | typeof codesHeld | undefined>,
): Promise<Outcome<T>> {
  return transaction(context.sql, async (tx): Promise<Outcome<T>> => {
    const attempt = await beginAttempt(tx, context, [['factor', prover.person.id]]);
    if (attempt.waitMs > 0) return { refused: { reason: 'wait', waitMs: attempt.waitMs } };
    const done = await work(tx);
    if (done === codesHeld) return { refused: { reason: 'held', waitMs: 0 } };
    if (done !== undefined) {
      await attempt.succeed('factor');
      return { done };
    }
    await attempt.fail();
    await recordAct(tx, context, {
      actor: prover.person,
      act: 'factor.failed',
      address: prover.visitor.address,
    });
    return { refused: { reason: 'wrong', waitMs: 0 } };
  });
}

/** At the sign-in, and again before what moves money, secrets or people: the session goes on under another token. */
export const proveFactor = (
  context: ConsoleContext,
  prover: Prover,
  proof: FactorProof,
): Promise<Outcome<string>> =>
  withProof(context, prover, async (tx) => {
    const proven = await isProven(tx, context, prover, proof);
    if (proven !== true) return proven === codesHeld ? codesHeld : undefined;
    const token = await raise(tx, context, prover.sessionId);
    if (token === undefined) return undefined;
    const { person, visitor } = prover;
    if (prover.isSigningIn) await recordSignIn(tx, context, person, visitor);
    else await recordAct(tx, context, { actor: person, act: 'factor.confirmed', address: visitor.address });
    return token;
  });

async function isProven(
  tx: Tx,
  context: ConsoleContext,
  prover: Prover,
  { code, passkey }: FactorProof,
): Promise<boolean | typeof codesHeld> {
  return passkey === ''
    ? isCodeProven(tx, context, prover, code)
    : isPasskeyProven(tx, context, prover, passkey);
}

async function isCodeProven(
  tx: Tx,
  context: CodeContext,
  prover: Pick<Prover, 'person' | 'visitor'>,
  code: string,
): Promise<boolean | typeof codesHeld> {
  const locked = await lockTotp(tx, prover.person.id);
  const row = locked?.confirmed_at ? locked : undefined;
  const areHeld = row !== undefined && areCodesHeld(row.wrong_codes_at, context.clock.now());
  if (row && !areHeld && (await useCode(tx, context, prover.person.id, row, code))) return true;
  if (await useRecoveryCode(tx, context, prover, code)) return true;
  const lastWrongAt = row?.wrong_codes_at.at(-1);
  if (areHeld && lastWrongAt) {
    await mailCodeConfirmation(tx, context, prover.person.id, lastWrongAt);
    return codesHeld;
  }
  // A code that was used already is no guess: a form was sent twice.
  if (row && findStep(context, prover.person.id, row, code, 0) === undefined) {
    await countWrongCode(tx, context, prover.person.id, row, prover.visitor.address);
  }
  return false;
}

async function useRecoveryCode(
  tx: Tx,
  context: CodeContext,
  prover: Pick<Prover, 'person' | 'visitor'>,
  code: string,
): Promise<boolean> {
  const hashes = await hashesOfRecoveryCode(tx, context, 'console', prover.person.id, code);
  if (!(await useRecoveryCodeRow(tx, prover.person.id, hashes, context.clock.now()))) return false;
  await recordAct(tx, context, {
    actor: prover.person,
    act: 'recovery_code.used',
    address: prover.visitor.address,
  });
  const left = await countRecoveryCodes(tx, prover.person.id);
  await mailNotice(tx, context, prover.person.id, 'recovery_code_used', () => ({ left: String(left) }));
  return true;
}

/**
 * Where there is no session and no browser: a code of the app, or a recovery code, of somebody who has a second factor.
 * Whoever has none needs none. The same guesses count as in the console.
 */
export async function proveByCode(
  context: CodeContext,
  person: Prover['person'],
  code: string,
  visitor: Visitor,
): Promise<Outcome<true>> {
  if (!(await hasFactor(context.sql, person.id))) return { done: true };
  if (code === '') return { refused: { reason: 'wrong', waitMs: 0 } };
  return withProof(
    context,
    { person, visitor },
    async (tx) => (await isCodeProven(tx, context, { person, visitor }, code)) || undefined,
  );
}

/** Also for a secret that is not confirmed yet: a code of it is what confirms it. */
export async function useCode(
  tx: Tx,
  context: CodeContext,
  personId: string,
  row: TotpRow,
  code: string,
): Promise<boolean> {
  const step = findStep(context, personId, row, code, Number(row.last_step));
  if (step === undefined) return false;
  await setLastStep(tx, personId, step, context.clock.now());
  return true;
}

function findStep(
  context: Pick<CodeContext, 'clock' | 'sealer'>,
  personId: string,
  row: TotpRow,
  code: string,
  lastStep: number,
): number | undefined {
  const secret = Buffer.from(context.sealer.open(row.sealed_secret, totpPurpose(personId)), 'hex');
  return matchingStep(secret, code.replaceAll(/\s/g, ''), context.clock.nowMs(), lastStep);
}

async function isPasskeyProven(
  tx: Tx,
  context: ConsoleContext,
  { sessionId, person }: Prover,
  json: string,
): Promise<boolean> {
  const now = context.clock.now();
  const proof = readPasskeyProof(json, partyOf(context.publicUrl));
  if (!proof || !(await useChallenge(tx, proof.challenge, sessionId, now))) return false;
  const known = await lockPasskey(tx, person.id, proof.credentialId);
  if (!known) return false;
  const count = proof.check({ publicKey: known.public_key, signCount: Number(known.sign_count) });
  if (count === undefined) return false;
  await setSignCount(tx, proof.credentialId, count, now);
  return true;
}

const challengeMs = 5 * 60_000;

/** What the page's script hands to the browser, so that it asks for a key of this person. */
export interface PasskeyQuestion {
  readonly challenge: string;
  readonly rpId: string;
  readonly ids: readonly string[];
}

export async function askForPasskey(
  context: ConsoleContext,
  sessionId: string,
  personId: string,
): Promise<PasskeyQuestion> {
  const challenge = randomBytes(32);
  const expiresAt = new Date(context.clock.nowMs() + challengeMs);
  await insertChallenge(context.sql, challenge, sessionId, expiresAt);
  return {
    challenge: challenge.toString('base64url'),
    rpId: partyOf(context.publicUrl).id,
    ids: await idsOf(context.sql, personId),
  };
}

async function idsOf(sql: Sql, personId: string): Promise<string[]> {
  return (await listPasskeys(sql, personId)).map((row) => row.credential_id.toString('base64url'));
}

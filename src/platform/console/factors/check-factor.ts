import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { takeCode } from '../../tokens/take-code.ts';
import { countRecoveryCodes } from '../../tokens/totp.store.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import { recordAct, type Actor } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { counted } from '../console-throttle.ts';
import { mailNotice } from '../notices/mail-notice.ts';
import { recordSignIn } from '../notices/record-sign-in.ts';
import { raise } from '../sessions/console-sessions.ts';
import { mailWrongCodes, personTotp } from './confirm-codes.ts';
import { hasFactor } from './factor.store.ts';
import { insertChallenge, listPasskeys, lockPasskey, setSignCount, useChallenge } from './passkey.store.ts';
import { partyOf, readPasskeyProof } from './verify-passkey.ts';

/** Code of the authenticator app, recovery code or signature of a passkey. */
export interface FactorProof {
  readonly code: string;
  readonly passkey: string;
}

type CodeContext = Pick<ConsoleContext, 'sql' | 'clock' | 'sealer' | 'publicUrl'>;

export interface Prover {
  readonly sessionId: string;
  readonly person: Actor & { readonly id: string };
  readonly visitor: Visitor;
  /** The factor completes a sign-in. */
  readonly isSigningIn: boolean;
}

/**
 * `wrong`: the proof is wrong. `wait`: too soon after wrong ones. `held`: codes of the app are blocked until a mailed
 * confirmation. `expired`: the proof is right, but the temporary password has expired.
 */
export interface Refusal {
  readonly reason: 'wrong' | 'wait' | 'held' | 'expired';
  readonly waitMs: number;
}

/** Result of `work` when codes of the app are blocked until a mailed confirmation. */
const codesHeld = Symbol('codes wait for a confirmation');

export type Outcome<T> =
  | { readonly done: T; readonly refused?: never }
  | { readonly refused: Refusal; readonly done?: never };

/**
 * Runs work that checks a factor. Six digits can be guessed in many tries, so wrong codes delay all sessions of the
 * person. A failure is committed, although the work changed nothing.
 */
export async function withProof<T>(
  context: Pick<ConsoleContext, 'sql' | 'clock'>,
  prover: Pick<Prover, 'person' | 'visitor'>,
  work: (tx: Tx) => Promise<T | typeof codesHeld | undefined>,
): Promise<Outcome<T>> {
  return transaction(context.sql, async (tx): Promise<Outcome<T>> => {
    const attempt = await beginAttempt(tx, context, [counted('factor', prover.person.id)]);
    if (attempt.waitMs > 0) return { refused: { reason: 'wait', waitMs: attempt.waitMs } };
    const done = await work(tx);
    if (done === codesHeld) return { refused: { reason: 'held', waitMs: 0 } };
    if (done !== undefined) {
      attempt.succeed();
      return { done };
    }
    attempt.fail();
    await recordAct(tx, context, {
      actor: prover.person,
      act: 'factor.failed',
      address: prover.visitor.address,
    });
    return { refused: { reason: 'wrong', waitMs: 0 } };
  });
}

/**
 * Checks the second factor at sign-in, and again before acts that change money, secrets or people. On success the
 * session gets a new token.
 */
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
  const { person, visitor } = prover;
  const taken = await takeCode(tx, context, personTotp(person.id), code);
  if (taken === 'app') return true;
  if (taken === 'recovery') {
    await recordAct(tx, context, { actor: person, act: 'recovery_code.used', address: visitor.address });
    const left = String(await countRecoveryCodes(tx, personTotp(person.id)));
    await mailNotice(tx, context, person.id, 'recovery_code_used', () => ({ left }));
    return true;
  }
  if (taken.mail) await mailWrongCodes(tx, context, person.id, taken.mail, visitor.address);
  return taken.reason === 'held' ? codesHeld : false;
}

/**
 * Checks a code of the app or a recovery code, for an API without session and browser. A person without a second factor
 * needs none. Wrong codes count together with those of the console.
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

/** Data with which the page's script asks the browser for a passkey of this person. */
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

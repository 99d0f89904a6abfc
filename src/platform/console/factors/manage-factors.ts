import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { newRecoveryCodes } from '../../tokens/recovery-codes.ts';
import { otpauthUri } from '../../tokens/time-based-code.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext } from '../console-context.ts';
import { mailNotice } from '../notices/mail-notice.ts';
import type { NoticeKind } from '../notices/notice-texts.ts';
import { recordSignIn } from '../notices/record-sign-in.ts';
import { lockPerson } from '../people/person.store.ts';
import { raise } from '../sessions/console-sessions.ts';
import { totpPurpose, useCode, withProof, type Outcome, type Prover } from './check-factor.ts';
import { beginTotpRow, deleteTotp, hasFactor, lockTotp, replaceRecoveryCodes } from './factor.store.ts';
import { deletePasskey, insertPasskey, useChallenge } from './passkey.store.ts';
import { partyOf, readNewPasskey } from './verify-passkey.ts';

/** RFC 4226 asks for 128 bits and recommends 160. */
const secretBytes = 20;

/** A secret that counts for nothing until a code of it was shown. Nothing where one is in use already. */
export async function beginTotp(
  context: ConsoleContext,
  sessionId: string,
  person: { readonly id: string; readonly email: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const made = context.sealer.seal(randomBytes(secretBytes).toString('hex'), totpPurpose(person.id));
  const sealed = await transaction(context.sql, (tx) =>
    beginTotpRow(tx, person.id, sessionId, made, context.clock.now()),
  );
  if (!sealed) return undefined;
  const secret = Buffer.from(context.sealer.open(sealed, totpPurpose(person.id)), 'hex');
  const issuer = `Praça console ${new URL(context.publicUrl).hostname}`;
  return { secret: base32nopad.encode(secret), uri: otpauthUri(issuer, person.email, secret) };
}

/** What a new factor brings with it: another token for the session and, with the first one, codes for a rainy day. */
export interface FactorSetUp {
  readonly token: string;
  readonly recoveryCodes: readonly string[];
}

export const confirmTotp = (
  context: ConsoleContext,
  prover: Prover,
  code: string,
): Promise<Outcome<FactorSetUp>> =>
  withProof(context, prover, async (tx) => {
    const had = await hasFactor(tx, prover.person.id);
    const row = await lockTotp(tx, prover.person.id);
    if (!row || row.confirmed_at || row.session_id !== prover.sessionId) return undefined;
    if (!(await useCode(tx, context, prover.person.id, row, code))) return undefined;
    return finishSetUp(tx, context, prover, { act: 'totp.added', notice: 'totp_added', subject: '' }, had);
  });

export const addPasskey = (
  context: ConsoleContext,
  prover: Prover,
  json: string,
  name: string,
): Promise<Outcome<FactorSetUp>> =>
  withProof(context, prover, async (tx) => {
    const had = await hasFactor(tx, prover.person.id);
    const now = context.clock.now();
    const read = readNewPasskey(json, partyOf(context.publicUrl));
    if (!read || !(await useChallenge(tx, read.challenge, prover.sessionId, now))) return undefined;
    const added = await insertPasskey(tx, { ...read.passkey, personId: prover.person.id, name, now });
    return added
      ? finishSetUp(
          tx,
          context,
          prover,
          { act: 'passkey.added', notice: 'passkey_added', subject: name },
          had,
        )
      : undefined;
  });

async function finishSetUp(
  tx: Tx,
  context: ConsoleContext,
  { sessionId, person, visitor, isSigningIn }: Prover,
  { act, notice, subject }: { readonly act: string; readonly notice: NoticeKind; readonly subject: string },
  had: boolean,
): Promise<FactorSetUp | undefined> {
  const token = await raise(tx, context, sessionId);
  if (token === undefined) return undefined;
  await recordAct(tx, context, { actor: person, act, subject, address: visitor.address });
  const recoveryCodes = had ? [] : await renewCodes(tx, context, person.id);
  if (isSigningIn) await recordSignIn(tx, context, person, visitor);
  await mailNotice(tx, context, person.id, notice);
  return { token, recoveryCodes };
}

/** The old ones count no more. */
export async function renewRecoveryCodes(
  context: ConsoleContext,
  { person, visitor }: Prover,
): Promise<readonly string[]> {
  return transaction(context.sql, async (tx) => {
    await recordAct(tx, context, { actor: person, act: 'recovery_codes.renewed', address: visitor.address });
    const codes = await renewCodes(tx, context, person.id);
    await mailNotice(tx, context, person.id, 'recovery_codes_renewed');
    return codes;
  });
}

async function renewCodes(tx: Tx, context: ConsoleContext, personId: string): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes(tx, context, 'console', personId);
  await replaceRecoveryCodes(tx, personId, hashes, context.clock.now());
  return codes;
}

/** False where it would be the last factor and one is demanded; then nothing is changed. */
export async function removeFactor(
  context: ConsoleContext,
  { person, visitor }: Prover,
  which: 'totp' | { readonly passkey: Buffer },
): Promise<boolean> {
  const isLast = new Error('the last factor');
  try {
    return await transaction(context.sql, async (tx) => {
      // Whoever removes two at once waits here, and finds the other one gone.
      await lockPerson(tx, person.id);
      const name = which === 'totp' ? '' : await deletePasskey(tx, person.id, which.passkey);
      if (name === undefined) return true;
      if (which === 'totp') await deleteTotp(tx, person.id);
      if (context.settings.CONSOLE_SECOND_FACTOR && !(await hasFactor(tx, person.id))) throw isLast;
      const act = which === 'totp' ? 'totp.removed' : 'passkey.removed';
      await recordAct(tx, context, { actor: person, act, subject: name, address: visitor.address });
      await mailNotice(tx, context, person.id, which === 'totp' ? 'totp_removed' : 'passkey_removed');
      return true;
    });
  } catch (error) {
    if (error === isLast) return false;
    throw error;
  }
}

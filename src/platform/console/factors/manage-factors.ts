import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import {
  newSecret,
  renewRecoveryCodes as renewCodes,
  showSecret,
  useAppCode,
} from '../../tokens/take-code.ts';
import { deleteTotp, lockTotp } from '../../tokens/totp.store.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext } from '../console-context.ts';
import { mailNotice } from '../notices/mail-notice.ts';
import type { NoticeKind } from '../notices/notice-texts.ts';
import { recordSignIn } from '../notices/record-sign-in.ts';
import { lockPerson } from '../people/person.store.ts';
import { raise } from '../sessions/console-sessions.ts';
import { withProof, type Outcome, type Prover } from './check-factor.ts';
import { personTotp } from './confirm-codes.ts';
import { beginTotpRow, findTotpSession, hasFactor } from './factor.store.ts';
import { deletePasskey, insertPasskey, useChallenge } from './passkey.store.ts';
import { partyOf, readNewPasskey } from './verify-passkey.ts';

/**
 * Creates a pending secret. It becomes a factor when a code of it is confirmed. Returns undefined if a confirmed secret
 * exists.
 */
export async function beginTotp(
  context: ConsoleContext,
  sessionId: string,
  person: { readonly id: string; readonly email: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const made = newSecret(context, personTotp(person.id));
  const sealed = await transaction(context.sql, (tx) =>
    beginTotpRow(tx, person.id, sessionId, made, context.clock.now()),
  );
  if (!sealed) return undefined;
  const issuer = `Praça console ${new URL(context.publicUrl).hostname}`;
  return showSecret(context, personTotp(person.id), sealed, { issuer, account: person.email });
}

/** Result of adding a factor: the new session token, and recovery codes if it is the first factor. */
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
    const row = await lockTotp(tx, personTotp(prover.person.id));
    if (!row || row.confirmed_at) return undefined;
    if ((await findTotpSession(tx, prover.person.id)) !== prover.sessionId) return undefined;
    if (!(await useAppCode(tx, context, personTotp(prover.person.id), row, code))) return undefined;
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
  const recoveryCodes = had ? [] : await renewCodes(tx, context, personTotp(person.id));
  if (isSigningIn) await recordSignIn(tx, context, person, visitor);
  await mailNotice(tx, context, person.id, notice);
  return { token, recoveryCodes };
}

/** Replaces all recovery codes. */
export async function renewRecoveryCodes(
  context: ConsoleContext,
  { person, visitor }: Prover,
): Promise<readonly string[]> {
  return transaction(context.sql, async (tx) => {
    await recordAct(tx, context, { actor: person, act: 'recovery_codes.renewed', address: visitor.address });
    const codes = await renewCodes(tx, context, personTotp(person.id));
    await mailNotice(tx, context, person.id, 'recovery_codes_renewed');
    return codes;
  });
}

/** Removes a factor. Changes nothing and returns false if it is the last one and a factor is required. */
export async function removeFactor(
  context: ConsoleContext,
  { person, visitor }: Prover,
  which: 'totp' | { readonly passkey: Buffer },
): Promise<boolean> {
  const isLast = new Error('the last factor');
  try {
    return await transaction(context.sql, async (tx) => {
      // If two factors are removed at once, the second removal waits here and sees the first.
      await lockPerson(tx, person.id);
      const name = which === 'totp' ? '' : await deletePasskey(tx, person.id, which.passkey);
      if (name === undefined) return true;
      if (which === 'totp') await deleteTotp(tx, personTotp(person.id));
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

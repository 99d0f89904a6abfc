import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { emailKeyOf } from '../../identity/read-email.ts';
import { newId } from '../../ids.ts';
import type { Language } from '../../http/language.ts';
import { failInSteps } from '../../time/fail-in-steps.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import type { Refusal } from '../factors/check-factor.ts';
import { hasFactor } from '../factors/factor.store.ts';
import { beginAttempt } from '../factors/throttle.ts';
import { readTypedPassword } from '../people/console-password.ts';
import { insertMembership } from '../people/membership.store.ts';
import {
  findPersonByEmail,
  insertPerson,
  lockPerson,
  setLanguage,
  setPassword,
} from '../people/person.store.ts';
import { staffKind } from '../people/roles.rules.ts';
import { beginSession } from '../sessions/console-sessions.ts';
import { stageAfterPassword, type Stage } from '../sessions/session.rules.ts';

export interface SignedIn {
  readonly token: string;
  readonly stage: Stage;
}

interface Given {
  readonly email: string;
  readonly password: string;
}

/**
 * With address and password. Whether the address is known shows neither in the answer nor in its time; of many tries at
 * once, each waits for the one before.
 */
export const signIn = (
  context: ConsoleContext,
  given: Given,
  language: Language,
  visitor: Visitor,
): Promise<SignedIn | Refusal> =>
  failInSteps(
    () => tryPassword(context, given, language, visitor),
    (outcome) => 'reason' in outcome,
  );

async function tryPassword(
  context: ConsoleContext,
  given: Given,
  language: Language,
  visitor: Visitor,
): Promise<SignedIn | Refusal> {
  const emailKey = emailKeyOf(given.email);
  const known = await findPersonByEmail(context.sql, emailKey);
  const password = readTypedPassword(given.password);
  const isRight = await context.hasher.verify(known?.password_hash, password);
  return transaction(context.sql, async (tx): Promise<SignedIn | Refusal> => {
    const attempt = await beginAttempt(tx, context, [
      ['account', emailKey],
      ['address', visitor.address],
    ]);
    if (attempt.waitMs > 0) return { reason: 'wait', waitMs: attempt.waitMs };
    const person = await lockPerson(tx, known?.id ?? newId(context.clock.nowMs()));
    // The password was checked before the lock: whoever knows only the one before must not get in past the new one.
    const isSame = person?.password_hash === known?.password_hash;
    if (!person || !isRight || !isSame || person.disabled_at) {
      await attempt.fail();
      // Also for an address that nobody has, by nobody: it takes the same time, and staff see where guesses come from.
      const actor = person ?? { id: null, name: '', email: '' };
      await recordAct(tx, context, { actor, act: 'sign_in.failed', address: visitor.address });
      return { reason: 'wrong', waitMs: 0 };
    }
    await attempt.succeed('account');
    // Only now: whoever has to wait must not see by the time that a guess was right.
    if (person.password_hash !== null && context.hasher.isOutdated(person.password_hash)) {
      await setPassword(tx, person.id, await context.hasher.hash(password));
    }
    return enter(tx, context, person, language, visitor);
  });
}

/** For somebody who has proven to be this person by all but the second factor. */
export async function enter(
  tx: Tx,
  context: ConsoleContext,
  person: { readonly id: string; readonly name: string; readonly email: string },
  language: Language,
  visitor: Visitor,
): Promise<SignedIn> {
  const isDemanded = context.settings.CONSOLE_SECOND_FACTOR;
  const stage = stageAfterPassword(await hasFactor(tx, person.id), isDemanded);
  await setLanguage(tx, person.id, language);
  // One that still needs its second factor is on record once it has it.
  if (stage === 'full')
    await recordAct(tx, context, { actor: person, act: 'signed_in', address: visitor.address });
  return { token: await beginSession(tx, context, person.id, stage, visitor), stage };
}

/** Made up, without a password: they exist for whoever looks around in a sandbox, and nothing else opens them. */
const visitors = {
  staff: { email: 'staff@praca.test', name: 'Sandbox staff' },
  merchant: { email: 'merchant@praca.test', name: 'Sandbox merchant' },
} as const;

export type Look = keyof typeof visitors;

/** Nothing where there is no organisation to look at. */
export async function lookAround(
  context: ConsoleContext,
  look: Look,
  language: Language,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const source = context.organisations.sources.find(({ example }) => example !== undefined);
  if (look === 'merchant' && source?.example === undefined) return undefined;
  const { email, name } = visitors[look];
  const now = context.clock.now();
  return transaction(context.sql, async (tx) => {
    const made = {
      id: newId(now.getTime()),
      email,
      emailKey: email,
      name,
      passwordHash: null,
      language,
      now,
    };
    await insertPerson(tx, made);
    const found = await findPersonByEmail(tx, email);
    const person = found && (await lockPerson(tx, found.id));
    // Somebody gave the address a password or shut it out: then it is no visitor's any more.
    if (!person || person.password_hash !== null || person.disabled_at) return undefined;
    await insertMembership(tx, {
      personId: person.id,
      ...(look === 'staff' || source?.example === undefined
        ? { kind: staffKind, organisation: '', role: 'admin' }
        : { kind: source.kind, organisation: source.example, role: 'owner' }),
      now,
    });
    return enter(tx, context, person, language, visitor);
  });
}

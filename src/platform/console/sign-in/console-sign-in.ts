import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { newId } from '../../ids.ts';
import type { Language } from '../../http/language.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import type { Refusal } from '../factors/check-factor.ts';
import { hasFactor } from '../factors/factor.store.ts';
import { insertMembership } from '../people/membership.store.ts';
import { findPersonByEmail, insertPerson, lockPerson, setLanguage } from '../people/person.store.ts';
import { staffKind } from '../people/roles.rules.ts';
import { beginSession } from '../sessions/console-sessions.ts';
import { stageAfterPassword, type Stage } from '../sessions/session.rules.ts';
import { provePassword } from './prove-password.ts';
import { recordSignIn } from '../notices/record-sign-in.ts';

export interface SignedIn {
  readonly token: string;
  readonly stage: Stage;
}

interface Given {
  readonly email: string;
  readonly password: string;
}

/** Signs in with address and password. */
export async function signIn(
  context: ConsoleContext,
  given: Given,
  language: Language,
  visitor: Visitor,
): Promise<SignedIn | Refusal> {
  const { done, refused } = await provePassword(context, given, visitor, (tx, person) =>
    enter(tx, context, person, language, visitor),
  );
  return refused ?? done;
}

/** Starts a session for a person who has proven everything but the second factor. */
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
  // A sign-in that still needs its second factor is recorded after that.
  if (stage === 'full') await recordSignIn(tx, context, person, visitor);
  return { token: await beginSession(tx, context, person.id, stage, visitor), stage };
}

/** People without a password for visitors of the sandbox. They can only be used through `lookAround`. */
const visitors = {
  staff: { email: 'staff@praca.test', name: 'Sandbox staff' },
  merchant: { email: 'merchant@praca.test', name: 'Sandbox merchant' },
} as const;

export type Look = keyof typeof visitors;

/** Signs a visitor of the sandbox in. Returns undefined if there is no organisation to show. */
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
    // Staff have set a password for this address or disabled it, so it is no longer open to visitors.
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

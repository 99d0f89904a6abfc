import { readName } from '../../identity/name.rules.ts';
import { newId } from '../../ids.ts';
import type { Language } from '../../http/language.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { ProblemError } from '../../problem.ts';
import { hashToken } from '../../tokens/opaque-token.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import type { Organisation } from '../organisations.ts';
import { choosePassword, type PasswordFault } from '../people/console-password.ts';
import { insertMembership } from '../people/membership.store.ts';
import { findPersonByEmail, insertPerson } from '../people/person.store.ts';
import type { Membership, Role } from '../people/roles.rules.ts';
import { enter, type SignedIn } from '../sign-in/console-sign-in.ts';
import { acceptInvitationRow, findInvitationByToken, type InvitationRow } from './invitation.store.ts';

export interface OpenInvitation {
  readonly place: Organisation;
  readonly email: string;
  readonly emailKey: string;
  readonly role: Role;
  /** The address has a sign-in already. The person joins with it. */
  readonly isKnown: boolean;
}

/** Returns the invitation of a link, or undefined if it was used, withdrawn, replaced or has expired. */
export async function findInvitation(
  context: ConsoleContext,
  token: string,
): Promise<OpenInvitation | undefined> {
  const found = await findInvitationByToken(context.sql, hashToken(token), context.clock.now());
  const place = found && (await context.organisations.find(found.kind, found.organisation));
  if (!found || !place) return undefined;
  const person = await findPersonByEmail(context.sql, found.email_key);
  return {
    place,
    email: found.email,
    emailKey: found.email_key,
    role: found.role,
    isKnown: person !== undefined,
  };
}

type Joined = { readonly membership: Membership };

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

async function join(
  tx: Tx,
  context: ConsoleContext,
  { kind, organisation, role }: InvitationRow,
  { person, visitor, now }: { person: Person; visitor: Visitor; now: Date },
): Promise<Membership> {
  const membership = { kind, organisation, role };
  await insertMembership(tx, { personId: person.id, ...membership, now });
  await recordAct(tx, context, {
    actor: person,
    place: membership,
    act: 'member.joined',
    subject: person.email,
    detail: { role },
    address: visitor.address,
  });
  return membership;
}

/** Thrown to roll back the transaction. */
const notTheirs = new Error('the invitation is for another address');

/**
 * Accepts an invitation for a signed-in person. Only the person with the invited address can accept it. Returns
 * undefined otherwise, or if the invitation is no longer valid.
 */
export async function joinAs(
  context: ConsoleContext,
  token: string,
  person: Person,
  visitor: Visitor,
): Promise<Joined | undefined> {
  const now = context.clock.now();
  try {
    return await transaction(context.sql, async (tx): Promise<Joined | undefined> => {
      const accepted = await acceptInvitationRow(tx, hashToken(token), now);
      if (!accepted) return undefined;
      if ((await findPersonByEmail(tx, accepted.email_key))?.id !== person.id) throw notTheirs;
      return { membership: await join(tx, context, accepted, { person, visitor, now }) };
    });
  } catch (error) {
    if (error === notTheirs) return undefined;
    throw error;
  }
}

export type NewcomerFault = PasswordFault | 'bad_name' | 'gone';

/** Accepts an invitation and creates the person. The mailed link proves the address. */
export async function joinAsNewcomer(
  context: ConsoleContext,
  token: string,
  given: { readonly name: string; readonly password: string },
  language: Language,
  visitor: Visitor,
): Promise<(Joined & SignedIn) | { readonly fault: NewcomerFault }> {
  const invitation = await findInvitation(context, token);
  if (!invitation || invitation.isKnown) return { fault: 'gone' };
  const name = readOwnName(given.name);
  if (name === undefined) return { fault: 'bad_name' };
  const chosen = await choosePassword(given.password, invitation.emailKey);
  if ('fault' in chosen) return chosen;
  const passwordHash = await context.hasher.hash(chosen.password);
  const now = context.clock.now();
  try {
    return await transaction(context.sql, async (tx) => {
      const accepted = await acceptInvitationRow(tx, hashToken(token), now);
      if (!accepted) return { fault: 'gone' as const };
      const { email, email_key: emailKey } = accepted;
      const person = { id: newId(now.getTime()), email, name };
      if (!(await insertPerson(tx, { ...person, emailKey, passwordHash, language, now }))) throw notTheirs;
      const membership = await join(tx, context, accepted, { person, visitor, now });
      return { membership, ...(await enter(tx, context, person, language, visitor)) };
    });
  } catch (error) {
    // Two invitations of one address were accepted at once, and the other one created the person.
    if (error === notTheirs) return { fault: 'gone' };
    throw error;
  }
}

function readOwnName(text: string): string | undefined {
  try {
    return readName(text, 'name');
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

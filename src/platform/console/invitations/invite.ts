import { readEmail } from '../../identity/read-email.ts';
import { newId } from '../../ids.ts';
import { queueMail } from '../../mail/mail.ts';
import { writeLetter } from '../../mail/write-letter.ts';
import type { Language } from '../../http/language.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { ProblemError } from '../../problem.ts';
import { hashToken, newToken } from '../../tokens/opaque-token.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Organisation } from '../organisations.ts';
import { lockMembers } from '../people/membership.store.ts';
import { findPersonByEmail } from '../people/person.store.ts';
import { isRoleOf, type Role } from '../people/roles.rules.ts';
import { roleWords } from '../texts/role-words.ts';
import { invitationTexts } from './invitation-texts.ts';
import {
  countSent,
  insertInvitation,
  lockInvitation,
  renewInvitation,
  withdrawInvitationRow,
} from './invitation.store.ts';

const lifetimeMs = 72 * 3_600_000;
const dayMs = 86_400_000;
/** Limit of mails per organisation and day, so that invitations cannot be used for spam. */
const mostADay = 50;

export type InvitationFault = 'bad_email' | 'bad_role' | 'is_member' | 'is_invited' | 'too_many' | 'gone';

export interface Inviter {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Language of the inviter's page, which the mail uses too. */
  readonly language: Language;
}

interface Addressed {
  readonly email: string;
  readonly role: Role;
}

/**
 * Invites an address by mail. Returns a fault or undefined. `recorded` adds the act to the audit record in the same
 * transaction.
 */
export async function invite(
  context: ConsoleContext,
  place: Organisation,
  inviter: Inviter,
  given: { readonly email: string; readonly role: string },
  recorded: (tx: Tx, invited: Addressed) => Promise<void>,
): Promise<InvitationFault | undefined> {
  const email = readAddress(given.email);
  if (!email) return 'bad_email';
  const { role } = given;
  if (!isRoleOf(place.kind, role)) return 'bad_role';
  const now = context.clock.now();
  return transaction(context.sql, async (tx): Promise<InvitationFault | undefined> => {
    const members = await lockMembers(tx, place.kind, place.id);
    const person = await findPersonByEmail(tx, email.key);
    if (person && members.some(({ person_id: id }) => id === person.id)) return 'is_member';
    if ((await countSent(tx, place.kind, place.id, new Date(now.getTime() - dayMs))) >= mostADay)
      return 'too_many';
    const token = newToken();
    const isNew = await insertInvitation(tx, {
      id: newId(now.getTime()),
      tokenHash: hashToken(token),
      email: email.address,
      emailKey: email.key,
      kind: place.kind,
      organisation: place.id,
      role,
      invitedBy: inviter.id,
      now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    });
    if (!isNew) return 'is_invited';
    const invited = { email: email.address, role };
    sendInvitation(tx, context, place, inviter, invited, token);
    await recorded(tx, invited);
    return undefined;
  });
}

/** Sends the invitation with a new link. The old link becomes invalid. */
export async function resendInvitation(
  context: ConsoleContext,
  place: Organisation,
  inviter: Inviter,
  id: string,
  recorded: (tx: Tx, invited: Addressed) => Promise<void>,
): Promise<InvitationFault | undefined> {
  const now = context.clock.now();
  return transaction(context.sql, async (tx): Promise<InvitationFault | undefined> => {
    const waiting = await lockInvitation(tx, id, place.kind, place.id);
    if (!waiting) return 'gone';
    // A second click, or another person at the same time: the mail is already on its way.
    if (now.getTime() - waiting.sent_at.getTime() < 60_000) return 'too_many';
    const token = newToken();
    await renewInvitation(tx, id, hashToken(token), now, new Date(now.getTime() + lifetimeMs));
    sendInvitation(tx, context, place, inviter, waiting, token);
    await recorded(tx, waiting);
    return undefined;
  });
}

export async function withdrawInvitation(
  context: ConsoleContext,
  place: Organisation,
  id: string,
  recorded: (tx: Tx, invited: Addressed) => Promise<void>,
): Promise<InvitationFault | undefined> {
  return transaction(context.sql, async (tx): Promise<InvitationFault | undefined> => {
    const waiting = await lockInvitation(tx, id, place.kind, place.id);
    if (!waiting) return 'gone';
    await withdrawInvitationRow(tx, id, context.clock.now());
    await recorded(tx, waiting);
    return undefined;
  });
}

function readAddress(text: string) {
  try {
    return readEmail(text);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

function sendInvitation(
  tx: Tx,
  context: ConsoleContext,
  place: Organisation,
  inviter: Inviter,
  { email, role }: Addressed,
  token: string,
): void {
  // The token is in the query because logs contain no queries.
  const link = `${context.publicUrl}/console/invitation?token=${token}`;
  const values = {
    link,
    inviter: `${inviter.name} (${inviter.email})`,
    organisation: place.name,
    role: roleWords(place.kind, role)[inviter.language],
  };
  queueMail(tx, context, {
    to: email,
    ...writeLetter(invitationTexts[inviter.language], inviter.language, values),
  });
}

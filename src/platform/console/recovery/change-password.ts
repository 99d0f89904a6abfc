import type { Hasher } from '../../hashing/hasher.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import { hashToken } from '../../tokens/opaque-token.ts';
import { recordAct, type Actor } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { beginPasswordAttempt, counted } from '../console-throttle.ts';
import { mailNotice, type NoticeContext } from '../notices/mail-notice.ts';
import { knowNetwork } from '../notices/record-sign-in.ts';
import { choosePassword, readTypedPassword, type PasswordFault } from '../people/console-password.ts';
import { findPerson, lockPerson, setPassword, type PersonRow } from '../people/person.store.ts';
import { endSessionRows } from '../sessions/session-end.store.ts';
import { deletePasswordLinks, findPersonByLink, usePasswordLink } from './password-link.store.ts';

export const findLinkedPerson = (context: ConsoleContext, token: string) =>
  findPersonByLink(context.sql, hashToken(token), context.clock.now());

export type NewPasswordFault = PasswordFault | 'same';

/** Checks a new password. A temporary password cannot be chosen again, because others have seen it. */
export async function chooseNextPassword(
  hasher: Pick<Hasher, 'verify'>,
  text: string,
  person: PersonRow | undefined,
): Promise<{ readonly password: string } | { readonly fault: NewPasswordFault }> {
  const chosen = await choosePassword(text, person?.email_key ?? '');
  if ('fault' in chosen || !person?.password_expires_at) return chosen;
  return (await hasher.verify(person.password_hash, chosen.password)) ? { fault: 'same' } : chosen;
}

/**
 * Sets a password by a mailed link. Every session ends; the second factor stays. The person has proven access to the
 * mailbox, so the account's delay is reset and this network becomes known.
 */
export async function setPasswordByLink(
  context: ConsoleContext,
  token: string,
  text: string,
  visitor: Visitor,
): Promise<NewPasswordFault | 'gone' | undefined> {
  const person = await findLinkedPerson(context, token);
  if (!person) return 'gone';
  const chosen = await chooseNextPassword(context.hasher, text, await findPerson(context.sql, person.id));
  if ('fault' in chosen) return chosen.fault;
  const passwordHash = await context.hasher.hash(chosen.password);
  return transaction(context.sql, async (tx) => {
    const now = context.clock.now();
    if (!(await usePasswordLink(tx, hashToken(token), now))) return 'gone' as const;
    // The throttle is locked before the person, in the same order as at sign-in, to prevent deadlocks.
    const attempt = await beginPasswordAttempt(tx, context, person.email_key, visitor.address);
    attempt.ofVisitor.succeed();
    attempt.ofAccount.succeed();
    await replacePassword(tx, context, person, passwordHash, null, visitor);
    await knowNetwork(tx, person.id, visitor.address, now);
    return undefined;
  });
}

/** Changes the password of a person who knows the current one. All other sessions end. */
export async function changePassword(
  context: ConsoleContext,
  person: Actor & { readonly id: string },
  sessionId: string,
  given: { readonly current: string; readonly next: string },
  visitor: Visitor,
): Promise<NewPasswordFault | 'wrong' | undefined> {
  const known = await findPerson(context.sql, person.id);
  const isRight = await context.hasher.verify(known?.password_hash, readTypedPassword(given.current));
  const chosen = await chooseNextPassword(context.hasher, given.next, known);
  // Hashed even if the current password is wrong, so that the response time does not reveal whether a throttled guess
  // was right.
  const passwordHash = 'password' in chosen ? await context.hasher.hash(chosen.password) : undefined;
  return transaction(context.sql, async (tx) => {
    // Throttled, because a stolen session must not be used to guess the password.
    const attempt = await beginAttempt(tx, context, [counted('account', `change ${person.id}`)]);
    const locked = await lockPerson(tx, person.id);
    if (attempt.waitMs > 0 || !isRight || locked?.password_hash !== known?.password_hash) {
      if (attempt.waitMs === 0) attempt.fail();
      return 'wrong' as const;
    }
    if ('fault' in chosen) return chosen.fault;
    if (passwordHash !== undefined)
      await replacePassword(tx, context, person, passwordHash, sessionId, visitor);
    return undefined;
  });
}

export async function replacePassword(
  tx: Tx,
  context: NoticeContext,
  person: Actor & { readonly id: string },
  passwordHash: string,
  keptSession: string | null,
  visitor: Visitor,
): Promise<void> {
  await setPassword(tx, person.id, passwordHash, null);
  await deletePasswordLinks(tx, person.id);
  const now = context.clock.now();
  await endSessionRows(tx, { personId: person.id, except: keptSession, reason: 'password', now });
  await recordAct(tx, context, { actor: person, act: 'password.changed', address: visitor.address });
  await mailNotice(tx, context, person.id, 'password_changed');
}

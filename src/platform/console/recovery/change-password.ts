import type { Hasher } from '../../hashing/hasher.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { hashToken } from '../../tokens/opaque-token.ts';
import { recordAct, type Actor } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { beginAttempt } from '../throttle/throttle.ts';
import { mailNotice, type NoticeContext } from '../notices/mail-notice.ts';
import { choosePassword, readTypedPassword, type PasswordFault } from '../people/console-password.ts';
import { findPerson, lockPerson, setPassword, type PersonRow } from '../people/person.store.ts';
import { deleteSessions } from '../sessions/console-session.store.ts';
import { deletePasswordLinks, findPersonByLink, usePasswordLink } from './password-link.store.ts';

export const findLinkedPerson = (context: ConsoleContext, token: string) =>
  findPersonByLink(context.sql, hashToken(token), context.clock.now());

export type NewPasswordFault = PasswordFault | 'same';

/** A temporary password is not chosen again: it would stay one that others have seen. */
export async function chooseNextPassword(
  hasher: Pick<Hasher, 'verify'>,
  text: string,
  person: PersonRow | undefined,
): Promise<{ readonly password: string } | { readonly fault: NewPasswordFault }> {
  const chosen = await choosePassword(text, person?.email_key ?? '');
  if ('fault' in chosen || !person?.password_expires_at) return chosen;
  return (await hasher.verify(person.password_hash, chosen.password)) ? { fault: 'same' } : chosen;
}

/** By a mailed link: every session ends, and the second factor stays as it is. */
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
    if (!(await usePasswordLink(tx, hashToken(token), context.clock.now()))) return 'gone' as const;
    await replacePassword(tx, context, person, passwordHash, null, visitor);
    return undefined;
  });
}

/** By whoever knows the one before: all other sessions end. */
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
  // Also where the current one is wrong: whoever has to wait must not see by the time that a guess was right.
  const passwordHash = 'password' in chosen ? await context.hasher.hash(chosen.password) : undefined;
  return transaction(context.sql, async (tx) => {
    // Whoever has a session without its password must not guess it here.
    const attempt = await beginAttempt(tx, context, [['account', `change ${person.id}`]]);
    const locked = await lockPerson(tx, person.id);
    if (attempt.waitMs > 0 || !isRight || locked?.password_hash !== known?.password_hash) {
      if (attempt.waitMs === 0) await attempt.fail();
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
  await deleteSessions(tx, person.id, keptSession);
  await recordAct(tx, context, { actor: person, act: 'password.changed', address: visitor.address });
  await mailNotice(tx, context, person.id, 'password_changed');
}

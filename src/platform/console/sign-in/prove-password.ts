import { emailKeyOf } from '../../identity/read-email.ts';
import { newId } from '../../ids.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { createKeyedQueue } from '../../serial-queue.ts';
import { failInSteps } from '../../time/fail-in-steps.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import type { Outcome } from '../factors/check-factor.ts';
import { beginAttempt, readWaitMs, type Counted } from '../throttle/throttle.ts';
import { readTypedPassword } from '../people/console-password.ts';
import { findPersonByEmail, lockPerson, replaceHash, type PersonRow } from '../people/person.store.ts';
import { recordRefusedSignIn } from '../notices/record-sign-in.ts';

type Context = Pick<ConsoleContext, 'sql' | 'clock' | 'hasher'>;

interface Given {
  readonly email: string;
  readonly password: string;
}

/** Each waits for a hash, some 50 ms: an office that signs in at once is let in, a flood is not. */
const mostWaiting = 20;

/** One at a time for each network, so that a flood of guesses delays only its own network. */
const inTurn = createKeyedQueue(mostWaiting);

/**
 * Checks address and password, at every door for staff. Whether the address is known shows neither in the answer nor in
 * its time. `admit` goes on in the transaction that counts the attempt; where it returns undefined, the person may not
 * enter here, which is refused like a wrong password.
 */
export const provePassword = <T>(
  context: Context,
  given: Given,
  visitor: Visitor,
  admit: (tx: Tx, person: PersonRow) => Promise<T | undefined>,
): Promise<Outcome<T>> =>
  failInSteps(
    () => inTurn(visitor.address, () => tryPassword(context, given, visitor, admit)),
    ({ refused }) => refused !== undefined,
  );

async function tryPassword<T>(
  context: Context,
  given: Given,
  visitor: Visitor,
  admit: (tx: Tx, person: PersonRow) => Promise<T | undefined>,
): Promise<Outcome<T>> {
  const emailKey = emailKeyOf(given.email);
  const counted: readonly Counted[] = [
    ['account', emailKey],
    ['address', visitor.address],
  ];
  // A request that has to wait costs no hash and learns nothing about the password.
  const waitMs = await readWaitMs(context, counted);
  if (waitMs > 0) return { refused: { reason: 'wait', waitMs } };
  const known = await findPersonByEmail(context.sql, emailKey);
  const password = readTypedPassword(given.password);
  const isRight = await context.hasher.verify(known?.password_hash, password);
  const outcome = await transaction(context.sql, async (tx): Promise<Outcome<T>> => {
    const attempt = await beginAttempt(tx, context, counted);
    if (attempt.waitMs > 0) return { refused: { reason: 'wait', waitMs: attempt.waitMs } };
    const person = await lockPerson(tx, known?.id ?? newId(context.clock.nowMs()));
    // The password was checked before the lock: the one before must not open what has a new one.
    const isSame = person?.password_hash === known?.password_hash;
    const isRightPerson = person && isRight && isSame && !person.disabled_at;
    const isExpired = isRightPerson && isOver(person.password_expires_at, context.clock.nowMs());
    const done = isRightPerson && !isExpired ? await admit(tx, person) : undefined;
    if (done !== undefined) {
      await attempt.succeed('account');
      return { done };
    }
    await attempt.fail();
    await recordRefusedSignIn(tx, context, person, visitor);
    return { refused: { reason: isExpired ? 'expired' : 'wrong', waitMs: 0 } };
  });
  if (outcome.refused === undefined && known) await hashAgain(context, known, password);
  return outcome;
}

const isOver = (expiresAt: Date | null, nowMs: number): boolean =>
  expiresAt !== null && expiresAt.getTime() <= nowMs;

/** Where the hash was made with less than the settings ask for now. A busy process leaves it to the next sign-in. */
async function hashAgain({ sql, hasher }: Context, person: PersonRow, password: string): Promise<void> {
  const before = person.password_hash;
  if (before === null || !hasher.isOutdated(before) || hasher.waiting > 0) return;
  await replaceHash(sql, person.id, before, await hasher.hash(password));
}

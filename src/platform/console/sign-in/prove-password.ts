import { emailKeyOf } from '../../identity/read-email.ts';
import { newId } from '../../ids.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { createKeyedQueue } from '../../serial-queue.ts';
import { readWaitMs } from '../../throttle/throttle.ts';
import { failInSteps } from '../../time/fail-in-steps.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { beginPasswordAttempt, countedOfVisitor } from '../console-throttle.ts';
import type { Outcome } from '../factors/check-factor.ts';
import { readTypedPassword } from '../people/console-password.ts';
import { findPersonByEmail, lockPerson, replaceHash, type PersonRow } from '../people/person.store.ts';
import { isKnownNetwork, recordRefusedSignIn } from '../notices/record-sign-in.ts';

type Context = Pick<ConsoleContext, 'sql' | 'clock' | 'hasher'>;

interface Given {
  readonly email: string;
  readonly password: string;
}

/** Each waits about 50 ms for a hash. An office that signs in at once is served, a flood is not. */
const mostWaiting = 20;

/** Runs one attempt at a time per network, so that a flood of guesses delays only its own network. */
const inTurn = createKeyedQueue(mostWaiting);

/**
 * Checks address and password at every sign-in of the console and its APIs. Neither the answer nor its time shows
 * whether the address is known. `admit` runs in the transaction that counts the attempt. If it returns undefined, the
 * person may not enter here, which is refused like a wrong password.
 *
 * Guesses from many networks can delay an account forever. Therefore the account's delay does not apply to the right
 * password from a network that the person has signed in from before. It does apply to wrong passwords from there,
 * because the answer would otherwise show others in that network that the account exists.
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
  // A request that is delayed by its own failures computes no hash and reveals nothing about the password.
  const waitMs = await readWaitMs(context, countedOfVisitor(emailKey, visitor.address));
  if (waitMs > 0) return { refused: { reason: 'wait', waitMs } };
  const known = await findPersonByEmail(context.sql, emailKey);
  const password = readTypedPassword(given.password);
  const isRight = await context.hasher.verify(known?.password_hash, password);
  const outcome = await transaction(context.sql, async (tx): Promise<Outcome<T>> => {
    const { ofVisitor, ofAccount } = await beginPasswordAttempt(tx, context, emailKey, visitor.address);
    if (ofVisitor.waitMs > 0) return { refused: { reason: 'wait', waitMs: ofVisitor.waitMs } };
    const personId = known?.id ?? newId(context.clock.nowMs());
    const [person, isFromKnownNetwork] = await Promise.all([
      lockPerson(tx, personId),
      isKnownNetwork(tx, personId, visitor.address),
    ]);
    // The password was verified before the lock. If it was changed since, the old one must not sign in.
    const isSame = person?.password_hash === known?.password_hash;
    const isRightPerson = person && isRight && isSame && !person.disabled_at;
    const accountWaitMs = isRightPerson && isFromKnownNetwork ? 0 : ofAccount.waitMs;
    const isExpired = isRightPerson && isOver(person.password_expires_at, context.clock.nowMs());
    const mayEnter = isRightPerson && !isExpired && accountWaitMs === 0;
    const done = mayEnter ? await admit(tx, person) : undefined;
    if (done !== undefined) {
      // Failures of the account are not reset: they may be those of others, who would notice the sign-in.
      ofVisitor.succeed();
      return { done };
    }
    ofVisitor.fail();
    ofAccount.fail();
    await recordRefusedSignIn(tx, context, person, visitor);
    if (accountWaitMs > 0) return { refused: { reason: 'wait', waitMs: accountWaitMs } };
    return { refused: { reason: isExpired ? 'expired' : 'wrong', waitMs: 0 } };
  });
  if (outcome.refused === undefined && known) await hashAgain(context, known, password);
  return outcome;
}

const isOver = (expiresAt: Date | null, nowMs: number): boolean =>
  expiresAt !== null && expiresAt.getTime() <= nowMs;

/** Replaces a hash that was made with weaker settings. A busy process leaves this to the next sign-in. */
async function hashAgain({ sql, hasher }: Context, person: PersonRow, password: string): Promise<void> {
  const before = person.password_hash;
  if (before === null || !hasher.isOutdated(before) || hasher.waiting > 0) return;
  await replaceHash(sql, person.id, before, await hasher.hash(password));
}

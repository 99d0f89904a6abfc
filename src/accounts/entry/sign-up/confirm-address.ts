import type { Tx } from '../../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { clearFailures, recordSuccess } from '../../protection/attempts/limit-attempts.ts';
import { claimSignUp, recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { readGivenPassword } from '../../credentials/passwords/passwords.ts';
import { replacePassword } from '../../credentials/passwords/replace-password.ts';
import { storePicture } from '../../users/pictures/store-picture.ts';
import { findUserByEmailKey, lockUser } from '../../users/find-user.ts';
import { insertUser } from './new-user.store.ts';
import {
  findRegistrationByToken,
  forgetRegistrationsOf,
  takePasswordGuess,
} from './pending-registrations.ts';
import {
  listOtherRegistrations,
  lockPendingRegistration,
  type PendingRegistration,
  type TokenHolder,
} from './registration.store.ts';

/** Number of other registrations that are tried. Each try costs a password hash. */
const mostOthers = 20;

/** Returns the data of the confirmation page. Does not consume the link. */
export async function findConfirmation(
  context: AccountsContext,
  token: string,
): Promise<{ email: string } | undefined> {
  const holder = await findRegistrationByToken(context, token);
  return holder && { email: holder.email };
}

/**
 * Confirms an address. The link proves the mailbox, the password proves who signed up. So a stranger who registered the
 * address first gains nothing when its owner follows the link, and the owner's own sign-up is found by any of the
 * links.
 */
export async function confirmAddress(
  context: AccountsContext,
  input: { token: string; password: string | undefined },
  visitor: Visitor,
): Promise<{ email: string }> {
  const holder = await findRegistrationByToken(context, input.token);
  if (!holder) throw problem('link_invalid');
  const password = readGivenPassword(input.password, 'password');
  if (!(await takePasswordGuess(context, holder))) throw problem('link_invalid');
  const chosenId = await findMatching(context, holder, password, visitor.address);
  if (chosenId === undefined) {
    await transaction(context.sql, async (tx) => {
      const detail = { reason: 'wrong_password' };
      recordAudit(tx, context, { event: 'confirmation_failed', userId: null, visitor, detail });
    });
    throw problem('wrong_password');
  }
  await transaction(context.sql, async (tx) => {
    const pending = await lockPendingRegistration(tx, chosenId, context.clock.now());
    if (!pending) throw problem('link_invalid');
    const userId = await createUser(tx, context, pending, visitor);
    await forgetRegistrationsOf(tx, pending.email_key, context.clock.now());
    await claimSignUp(tx, pending, userId);
    recordAudit(tx, context, { event: 'address_confirmed', userId, visitor });
    const attempt = { kind: 'sign-in' as const, target: pending.email_key, address: visitor.address, userId };
    clearFailures(tx, attempt);
    recordSuccess(tx, context, attempt);
  }).catch((error: unknown) => {
    // Another link of the same address was confirmed at the same moment.
    throw isUniqueViolation(error, 'users_email_key') ? problem('link_invalid') : error;
  });
  return { email: holder.email };
}

/**
 * Returns the registration that the password belongs to. The registration of the link is tried first, so floods of
 * others cannot displace it.
 */
async function findMatching(
  context: AccountsContext,
  holder: TokenHolder,
  password: string,
  network: string,
): Promise<string | undefined> {
  if (await context.hasher.verify(holder.password_hash, password)) return holder.id;
  const now = context.clock.now();
  const others = await listOtherRegistrations(context.sql, holder, network, now, mostOthers);
  for (const candidate of others) {
    if (await context.hasher.verify(candidate.password_hash, password)) return candidate.id;
  }
  return undefined;
}

async function createUser(
  tx: Tx,
  context: AccountsContext,
  pending: PendingRegistration,
  visitor: Visitor,
): Promise<string> {
  const now = context.clock.now();
  const owner = await findUserByEmailKey(tx, pending.email_key, now);
  const existing = owner && (await lockUser(tx, owner.id, now));
  if (existing) {
    // A social account with a verified address: both sides have proven the address, so the accounts are merged.
    if (existing.passwordHash !== null || existing.emailConfirmedAt === null) throw problem('link_invalid');
    await replacePassword(tx, context, existing, pending.password_hash, visitor);
    return existing.id;
  }
  const { id, picture } = pending;
  insertUser(tx, {
    id,
    email: pending.email,
    emailKey: pending.email_key,
    emailConfirmedAt: now,
    firstName: pending.first_name,
    lastName: pending.last_name,
    passwordHash: pending.password_hash,
    pictureUrl: null,
    language: pending.language,
    createdAt: now,
  });
  if (picture) await storePicture(tx, context, id, picture);
  return id;
}

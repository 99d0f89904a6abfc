import { addJob, type JobDefinition } from '../../../platform/jobs/jobs.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { sendMail, takeMailAllowance } from '../../users/mails/send-mail.ts';
import { findUserByEmailKey, readStoredLanguage } from '../../users/find-user.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { hashToken, newToken } from '../../../platform/tokens/opaque-token.ts';
import type { EmailAddress } from '../../../platform/identity/read-email.ts';
import {
  deleteExpiredRegistrations,
  deletePendingRegistration,
  deletePendingRegistrationsOf,
  findByTokenHash,
  insertPendingRegistration,
  lockPendingRegistration,
  setTokenHash,
  takeGuess,
  type TokenHolder,
} from './registration.store.ts';

const confirmationLifetimeMs = 24 * 3_600_000;
/** Wrong passwords after which a link stops working, so that it cannot be used for guessing. */
const mostWrongPasswords = 10;

export const confirmationJobName = 'accounts_greet_registration';

export interface Registration {
  id: string;
  email: EmailAddress;
  firstName: string;
  lastName: string;
  passwordHash: string;
  picture: Buffer | undefined;
}

/** Stores a registration until its address is confirmed, and queues the mail. */
export function addPendingRegistration(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  registration: Registration,
  visitor: Visitor,
): void {
  const createdAt = clock.now();
  insertPendingRegistration(tx, {
    id: registration.id,
    email: registration.email.address,
    email_key: registration.email.key,
    first_name: registration.firstName,
    last_name: registration.lastName,
    password_hash: registration.passwordHash,
    picture: registration.picture ?? null,
    language: visitor.language,
    network: visitor.address,
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + confirmationLifetimeMs),
  });
  addJob(tx, clock, confirmationJobName, { id: registration.id });
}

/** Creates the token of the mailed link. Only its hash is stored. */
async function issueConfirmationToken(tx: Tx, registrationId: string): Promise<string> {
  const token = newToken();
  await setTokenHash(tx, registrationId, hashToken(token));
  return token;
}

export async function findRegistrationByToken(
  context: Pick<AccountsContext, 'sql' | 'clock'>,
  token: string,
): Promise<TokenHolder | undefined> {
  const holder = await findByTokenHash(context.sql, hashToken(token), context.clock.now());
  return holder && holder.wrong_passwords < mostWrongPasswords ? holder : undefined;
}

/** Counts a try before the password is verified, so that simultaneous tries cannot exceed the limit. */
export const takePasswordGuess = (
  context: Pick<AccountsContext, 'sql'>,
  holder: TokenHolder,
): Promise<boolean> => takeGuess(context.sql, holder.id, mostWrongPasswords);

/**
 * Deletes the registrations of an address up to the given time: when the address is confirmed, or when its user is
 * erased.
 */
export const forgetRegistrationsOf = (tx: Tx, emailKey: string, until: Date): Promise<void> =>
  deletePendingRegistrationsOf(tx, emailKey, until);

export function signUpJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: confirmationJobName,
      run: (payload) => mailConfirmation(context, (payload as { id: string }).id),
    },
  ];
}

/** Mails the confirmation link. If the address has an account with a password, mails a note about that instead. */
async function mailConfirmation(context: AccountsContext, id: string): Promise<void> {
  const now = context.clock.now();
  await transaction(context.sql, async (tx) => {
    const pending = await lockPendingRegistration(tx, id, now);
    if (!pending) return;
    const language = readStoredLanguage(pending.language);
    const allowed = await takeMailAllowance(tx, context, 'sign-up', pending.email_key);
    const user = await findUserByEmailKey(tx, pending.email_key, now);
    // If the account has only social logins, the registration stays: its confirmation adds the password to the account.
    if (user && user.passwordHash !== null) {
      await deletePendingRegistration(tx, id);
      if (allowed) sendMail(tx, context, user.email, language, 'already', {});
      return;
    }
    if (!allowed) return;
    const token = await issueConfirmationToken(tx, id);
    // Uses the account's spelling: two spellings that compare as equal may be two mailboxes.
    sendMail(tx, context, user?.email ?? pending.email, language, 'confirm', {
      name: pending.first_name,
      link: `${context.baseUrl}/confirm?token=${token}&lang=${language}`,
    });
  });
}

export const forgetExpiredRegistrations = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteExpiredRegistrations(sql, clock.now(), limit));

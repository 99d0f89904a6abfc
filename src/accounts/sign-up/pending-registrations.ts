import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { Visitor } from '../audit/visitor.ts';
import { hashToken, newToken } from '../../platform/tokens/opaque-token.ts';
import type { EmailAddress } from '../../platform/identity/read-email.ts';
import {
  deletePendingRegistrationsOf,
  findByTokenHash,
  insertPendingRegistration,
  setTokenHash,
  takeGuess,
  type TokenHolder,
} from './registration.store.ts';

/** How long a mailed link may wait to be followed. */
const confirmationLifetimeMs = 24 * 3_600_000;
/** A link stops working after so many: it must not serve for guessing. */
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

/** Until the owner of the address confirms it, which a job asks them for by mail. */
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

/** For the link of the mail; only its hash is kept. */
export async function issueConfirmationToken(tx: Tx, registrationId: string): Promise<string> {
  const token = newToken();
  await setTokenHash(tx, registrationId, hashToken(token));
  return token;
}

/** The registration that a link was mailed for, while the link works. */
export async function findRegistrationByToken(
  context: Pick<AccountsContext, 'sql' | 'clock'>,
  token: string,
): Promise<TokenHolder | undefined> {
  const holder = await findByTokenHash(context.sql, hashToken(token), context.clock.now());
  return holder && holder.wrong_passwords < mostWrongPasswords ? holder : undefined;
}

/** Before the password is looked at: of many at once, no more are tried than one after the other. */
export const takePasswordGuess = (
  context: Pick<AccountsContext, 'sql'>,
  holder: TokenHolder,
): Promise<boolean> => takeGuess(context.sql, holder.id, mostWrongPasswords);

/** Of an address that has found its owner, every registration; of one whose owner is forgotten, those until then. */
export const forgetRegistrationsOf = (tx: Tx, emailKey: string, until: Date): Promise<void> =>
  deletePendingRegistrationsOf(tx, emailKey, until);

import { newId } from '../../../platform/ids.ts';
import { isUniqueViolation, transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { choosePassword } from '../../credentials/passwords/passwords.ts';
import { preparePicture, storePicture } from '../../users/pictures/store-picture.ts';
import { readName } from '../../../platform/identity/name.rules.ts';
import { localPartOf, readEmail } from '../../../platform/identity/read-email.ts';
import { countSignUp, refuseTooManySignUps } from './limit-sign-ups.ts';
import { insertUser } from './new-user.store.ts';
import { addPendingRegistration, type Registration } from './pending-registrations.ts';

export interface SignUpInput {
  user_Fname?: string | undefined;
  user_Lname?: string | undefined;
  user_email?: string | undefined;
  user_password?: string | undefined;
  user_profilepic?: string | undefined;
}

/** Creates an e-mail account at once, or stores it until its address is confirmed, depending on the settings. */
export async function signUp(
  context: AccountsContext,
  input: SignUpInput,
  visitor: Visitor,
  signal?: AbortSignal,
): Promise<{ uid: string; confirm: boolean }> {
  const firstName = readName(input.user_Fname, 'user_Fname');
  const lastName = readName(input.user_Lname, 'user_Lname');
  const email = readEmail(input.user_email);
  const password = await choosePassword(input.user_password, 'user_password', localPartOf(email.key));
  await refuseTooManySignUps(context, visitor, email.key);
  const picture = input.user_profilepic ? await preparePicture(input.user_profilepic, signal) : undefined;
  const registration = {
    id: newId(context.clock.nowMs()),
    email,
    firstName,
    lastName,
    picture,
    passwordHash: await context.hasher.hash(password),
  };
  const confirm = context.settings.CONFIRM_ADDRESS;
  await (confirm ? register(context, registration, visitor) : createAccount(context, registration, visitor));
  return { uid: registration.id, confirm };
}

/**
 * Writes the same rows and the same job for known and unknown addresses, so that neither the answer nor its timing
 * reveals them. The job decides later which mail is sent.
 */
async function register(
  context: AccountsContext,
  registration: Registration,
  visitor: Visitor,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    await countSignUp(tx, context, visitor, registration.email.key);
    addPendingRegistration(tx, context, registration, visitor);
    recordAudit(tx, context, {
      event: 'signed_up',
      userId: null,
      visitor,
      detail: { uid: registration.id, confirmed: false },
    });
  });
}

async function createAccount(
  context: AccountsContext,
  registration: Registration,
  visitor: Visitor,
): Promise<void> {
  const { id, picture } = registration;
  try {
    await transaction(context.sql, async (tx) => {
      await countSignUp(tx, context, visitor, registration.email.key);
      insertUser(tx, {
        id,
        email: registration.email.address,
        emailKey: registration.email.key,
        emailConfirmedAt: null,
        firstName: registration.firstName,
        lastName: registration.lastName,
        passwordHash: registration.passwordHash,
        pictureUrl: null,
        language: visitor.language,
        createdAt: context.clock.now(),
      });
      if (picture) await storePicture(tx, context, id, picture);
      recordAudit(tx, context, { event: 'signed_up', userId: id, visitor });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw problem('email_taken');
    throw error;
  }
}

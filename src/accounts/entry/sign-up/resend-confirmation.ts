import { readEmail } from '../../../platform/identity/read-email.ts';
import { isId } from '../../../platform/ids.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { confirmationJobName } from './pending-registrations.ts';
import { findWaiting, lockPendingRegistration, type WaitingRegistration } from './registration.store.ts';

const mostShown = 10;

/** Returns the unconfirmed sign-ups of this address, newest first. Returns none if the text is not an address. */
export async function listWaitingRegistrations(
  { sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>,
  email: string,
): Promise<WaitingRegistration[]> {
  const emailKey = findEmailKey(email);
  return emailKey === undefined ? [] : findWaiting(sql, emailKey, clock.now(), mostShown);
}

function findEmailKey(text: string): string | undefined {
  try {
    return readEmail(text).key;
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

/** Mails the confirmation link again, which replaces the previous link. The limit of mails per address applies. */
export async function resendConfirmation(
  context: Pick<AccountsContext, 'sql' | 'clock'>,
  registrationId: string,
  recorded?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const now = context.clock.now();
    const pending = isId(registrationId) ? await lockPendingRegistration(tx, registrationId, now) : undefined;
    if (!pending) throw problem('not_found');
    // The key makes a double click send one mail.
    const key = `${confirmationJobName} ${pending.id}`;
    addJob(tx, context.clock, confirmationJobName, { id: pending.id }, { key });
    await recorded?.(tx);
  });
}

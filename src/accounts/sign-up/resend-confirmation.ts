import { readEmail } from '../../platform/identity/read-email.ts';
import { isId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { confirmationJobName } from './pending-registrations.ts';
import { findWaiting, lockPendingRegistration, type WaitingRegistration } from './registration.store.ts';

const mostShown = 10;

/** Sign-ups with this address that nobody has confirmed yet, newest first; none for what is no address. */
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

/**
 * Mails the link once more, to whoever says that it never came. The link before stops working with it; how many mails
 * one address gets is bounded as ever.
 */
export async function resendConfirmation(
  context: Pick<AccountsContext, 'sql' | 'clock'>,
  registrationId: string,
  recorded?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const now = context.clock.now();
    const pending = isId(registrationId) ? await lockPendingRegistration(tx, registrationId, now) : undefined;
    if (!pending) throw problem('not_found');
    // One mail for a double click.
    const key = `${confirmationJobName} ${pending.id}`;
    addJob(tx, context.clock, confirmationJobName, { id: pending.id }, { key });
    await recorded?.(tx);
  });
}

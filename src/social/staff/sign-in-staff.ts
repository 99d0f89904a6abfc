import { proveByCode } from '../../platform/console/factors/check-factor.ts';
import { beginAttempt } from '../../platform/console/factors/throttle.ts';
import { readTypedPassword } from '../../platform/console/people/console-password.ts';
import { emailKeyOf } from '../../platform/identity/read-email.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import { failInSteps } from '../../platform/time/fail-in-steps.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { issueStaffToken } from './staff-token.ts';
import { findStaff, type StaffRow } from './staff.store.ts';

export const staffTokenSeconds = 900;

/** One at a time: staff are few, and the cores belong to the users. */
const queue = createSerialQueue();

interface Credentials {
  email: string;
  password: string;
  factorCode: string;
}

/** Answers with an access token for the staff API. */
export async function signInStaff(
  context: SocialContext,
  credentials: Credentials,
  address: string,
): Promise<string> {
  const staff = await failInSteps(() => queue(() => checkPassword(context, credentials, address)));
  await requireFactor(context, staff, credentials.factorCode, address);
  return issueStaffToken(context.staffTokens, staff);
}

/**
 * Wrong ones count together with those of the console, so that it is no second door for whoever guesses, and no stranger
 * keeps staff out for longer than there. Of many at once, each waits for the one before: else all of them would be tried
 * before the first is counted.
 */
async function checkPassword(
  context: SocialContext,
  { email, password }: Credentials,
  address: string,
): Promise<StaffRow> {
  const checked = await transaction(context.staffSql, async (tx) => {
    const attempt = await beginAttempt(tx, context, [
      ['account', emailKeyOf(email)],
      ['address', address],
    ]);
    if (attempt.waitMs > 0) return { waitMs: attempt.waitMs };
    const staff = await findStaff(tx, email);
    const isRight = await context.hasher.verify(staff?.password_hash, readTypedPassword(password));
    if (staff && isRight) {
      await attempt.succeed('account');
      return { staff };
    }
    // Committed, and answered only then.
    await attempt.fail();
    return {};
  });
  if (checked.staff) return checked.staff;
  if (checked.waitMs !== undefined) {
    throw problem('too_many_requests', {
      detail: 'Too many wrong passwords. Try again later.',
      headers: retryAfter(checked.waitMs),
    });
  }
  throw problem('unauthorized', {
    detail: 'The e-mail address or the password is wrong.',
    headers: { 'www-authenticate': 'Basic realm="staff"' },
  });
}

const retryAfter = (waitMs: number) => ({ 'retry-after': String(Math.ceil(waitMs / 1000)) });

/** Whoever has a second factor in the console has one here: else a password alone would do what it must not do there. */
async function requireFactor(
  context: SocialContext,
  staff: StaffRow,
  code: string,
  address: string,
): Promise<void> {
  const { refused } = await proveByCode({ ...context, sql: context.staffSql }, staff, code, address);
  if (!refused) return;
  if (refused.reason === 'wait') {
    throw problem('too_many_requests', {
      detail: 'Too many wrong codes. Try again later.',
      headers: retryAfter(refused.waitMs),
    });
  }
  if (code === '')
    throw problem('factor_required', { detail: 'Send a code of the second factor as factor_code.' });
  throw problem('factor_required', { detail: 'The code of the second factor is wrong.' });
}

import type { Visitor } from '../../platform/console/console-context.ts';
import { shortestPassword } from '../../platform/console/people/console-password.ts';
import { signInToApi, type ApiRefusal } from '../../platform/console/api/api-sign-in.ts';
import { invalidField, type ProblemError } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { issueStaffToken } from './staff-token.ts';
import { findStaff } from './staff.store.ts';

export const staffTokenSeconds = 900;

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly newPassword: string | undefined;
}

/** Returns an access token for the staff API. */
export async function signInStaff(
  context: SocialContext,
  credentials: Credentials,
  visitor: Visitor,
): Promise<string> {
  const { staffSql, consoleSettings } = context;
  const outcome = await signInToApi(
    { ...context, sql: staffSql, settings: consoleSettings },
    credentials,
    visitor,
    async (tx, { email }) => (await findStaff(tx, email)) !== undefined,
  );
  if ('refused' in outcome) throw problemOf(outcome.refused);
  // Read again: the password may have been hashed again, and the token ends with its hash.
  const staff = await findStaff(staffSql, outcome.done.email);
  if (!staff) throw wrongPassword();
  return issueStaffToken(context.staffTokens, staff);
}

function problemOf(refusal: ApiRefusal): ProblemError {
  if (refusal.at === 'new_password') return newPasswordProblem(refusal.reason);
  const { at, reason, waitMs } = refusal;
  switch (reason) {
    case 'wait':
      return problem('too_many_requests', {
        ...(at === 'password'
          ? { detail: 'Too many wrong passwords. Try again later.' }
          : { detail: 'Too many wrong codes. Try again later.' }),
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      });
    case 'expired':
      return problem('unauthorized', {
        detail: 'This temporary password has expired. Ask for a new one.',
        headers: { 'www-authenticate': 'Basic realm="staff"' },
      });
    case 'not_set_up':
      return problem('factor_required', { detail: 'Set up a second factor in the console first.' });
    case 'held':
      return problem('factor_required', {
        detail:
          'Codes of the app wait until you confirm them by the link in the mail. A recovery code works meanwhile.',
      });
    case 'missing':
      return problem('factor_required', { detail: 'Send a code of the second factor as factor_code.' });
    case 'wrong':
      return at === 'password'
        ? wrongPassword()
        : problem('factor_required', { detail: 'The code of the second factor is wrong.' });
  }
}

type NewPasswordReason = (ApiRefusal & { at: 'new_password' })['reason'];

function newPasswordProblem(reason: NewPasswordReason): ProblemError {
  if (reason === 'required') {
    return problem('password_change_required', {
      detail: 'The password is temporary. Send another one as new_password, or set one in the console.',
    });
  }
  return invalidField('new_password', reason, newPasswordFaults[reason]);
}

const newPasswordFaults: Record<Exclude<NewPasswordReason, 'required'>, string> = {
  too_short: `must have at least ${shortestPassword} characters`,
  too_long: 'is too long',
  too_common: 'is one of the passwords that are guessed first',
  tells: 'must not be little more than the e-mail address',
  same: 'must not be the temporary password',
  unwanted: 'must only be sent with a temporary password',
};

const wrongPassword = () =>
  problem('unauthorized', {
    detail: 'The e-mail address or the password is wrong.',
    headers: { 'www-authenticate': 'Basic realm="staff"' },
  });

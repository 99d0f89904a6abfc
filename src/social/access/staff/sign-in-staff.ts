import type { Visitor } from '../../../platform/console/console-context.ts';
import { shortestPassword } from '../../../platform/console/people/console-password.ts';
import { signInToApi, type ApiRefusal } from '../../../platform/console/api/api-sign-in.ts';
import { invalidField, type ProblemError, type Sentence } from '../../../platform/problem.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { issueStaffToken } from './staff-token.ts';
import { findStaff } from './staff.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

export const staffTokenSeconds = 900;

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly newPassword: string | undefined;
}

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
  // Reads again, because the password may have been rehashed and the token is bound to its hash.
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
        ...(at === 'password' ? { say: socialWords.tooManyPasswords } : { say: socialWords.tooManyCodes }),
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      });
    case 'expired':
      return problem('unauthorized', {
        say: socialWords.temporaryPasswordExpired,
        headers: { 'www-authenticate': 'Basic realm="staff"' },
      });
    case 'not_set_up':
      return problem('factor_required', { say: socialWords.setUpSecondFactor });
    case 'held':
      return problem('factor_required', {
        say: socialWords.codesWaitForMail,
      });
    case 'missing':
      return problem('factor_required', { say: socialWords.sendFactorCode });
    case 'wrong':
      return at === 'password'
        ? wrongPassword()
        : problem('factor_required', { say: socialWords.wrongFactorCode });
  }
}

type NewPasswordReason = (ApiRefusal & { at: 'new_password' })['reason'];

function newPasswordProblem(reason: NewPasswordReason): ProblemError {
  if (reason === 'required') {
    return problem('password_change_required', {
      say: socialWords.passwordTemporary,
    });
  }
  const { say, values }: Sentence = newPasswordFaults[reason];
  return invalidField('new_password', reason, say, values);
}

const newPasswordFaults: Record<Exclude<NewPasswordReason, 'required'>, Sentence> = {
  too_short: { say: fieldWords.leastCharacters, values: { least: shortestPassword } },
  too_long: { say: socialWords.tooLong },
  too_common: { say: socialWords.commonPassword },
  tells: { say: socialWords.almostEmail },
  same: { say: socialWords.notTemporaryPassword },
  unwanted: { say: socialWords.onlyWithTemporaryPassword },
};

const wrongPassword = () =>
  problem('unauthorized', {
    say: socialWords.wrongCredentials,
    headers: { 'www-authenticate': 'Basic realm="staff"' },
  });

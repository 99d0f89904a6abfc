import type { Visitor } from '../../platform/console/console-context.ts';
import { signInToApi, type ApiRefusal } from '../../platform/console/sign-in/api-sign-in.ts';
import type { ProblemError } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { issueStaffToken } from './staff-token.ts';
import { findStaff } from './staff.store.ts';

export const staffTokenSeconds = 900;

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
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

function problemOf({ at, reason, waitMs }: ApiRefusal): ProblemError {
  switch (reason) {
    case 'wait':
      return problem('too_many_requests', {
        detail: `Too many wrong ${at === 'password' ? 'passwords' : 'codes'}. Try again later.`,
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
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

const wrongPassword = () =>
  problem('unauthorized', {
    detail: 'The e-mail address or the password is wrong.',
    headers: { 'www-authenticate': 'Basic realm="staff"' },
  });

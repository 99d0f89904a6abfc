import type { ProblemError } from '../../../platform/problem.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { makeAppealToken } from './appeal-token.ts';
import type { Suspension } from './suspension.store.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

/** Returns the refusal with reason, end and the way to appeal. Only for a caller who has proven to be that user. */
export function refuseSuspended(
  context: Pick<SocialContext, 'sealer' | 'clock'>,
  { userId, until, reason, appeal }: Suspension,
): ProblemError {
  const [plain, reasoned] =
    until === null
      ? [safetyWords.suspendedForGood, safetyWords.suspendedForGoodBecause]
      : [safetyWords.suspendedUntil, safetyWords.suspendedUntilBecause];
  return problem('user_suspended', {
    say: reason === '' ? plain : reasoned,
    values: { reason, until: until?.toISOString() ?? '' },
    headers: { 'cache-control': 'no-store' },
    members: {
      reason,
      ...(until === null ? {} : { suspended_until: until.toISOString() }),
      user_id: userId,
      appeal,
      appeal_path: `/user/${userId}/appeal`,
      appeal_token: makeAppealToken(context, userId),
    },
  });
}

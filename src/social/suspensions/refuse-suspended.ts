import type { ProblemError } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { makeAppealToken } from './appeal-token.ts';
import type { Suspension } from './suspension.store.ts';

/** For whoever has proven to be that user: why, until when, and the way to appeal. */
export function refuseSuspended(
  context: Pick<SocialContext, 'sealer' | 'clock'>,
  { userId, until, reason, appeal }: Suspension,
): ProblemError {
  const ends = until === null ? 'for good' : `until ${until.toISOString()}`;
  return problem('user_suspended', {
    detail: `This user is suspended ${ends}${reason === '' ? '' : `: ${reason}`}`,
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

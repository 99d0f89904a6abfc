import { isId } from '../../platform/ids.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { setPremium } from './staff.store.ts';

export async function changePremium(
  context: SocialContext,
  userId: string,
  isPremium: boolean,
): Promise<void> {
  if (!isId(userId) || !(await setPremium(context.sql, userId, isPremium))) {
    throw problem('not_found', { detail: 'There is no such user.' });
  }
}

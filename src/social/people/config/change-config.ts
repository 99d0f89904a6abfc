import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import type { UserConfig } from './config.rules.ts';
import { findConfig, lockConfig, updateConfig } from './config.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export async function getConfig(context: SocialContext, userId: string): Promise<UserConfig> {
  const config = await findConfig(context.sql, userId);
  if (!config) throw problem('not_found');
  return config;
}

export async function changeConfig(
  context: SocialContext,
  userId: string,
  change: Partial<UserConfig>,
): Promise<UserConfig> {
  return transaction(context.sql, async (tx) => {
    const before = await lockConfig(tx, userId);
    if (!before) throw problem('not_found');
    const after = { ...before, ...change };
    if (after.ageRangeStart > after.ageRangeEnd) {
      throw invalidField('ageRangeStart', 'too_large', socialWords.mostAgeRangeEnd, {
        most: after.ageRangeEnd,
      });
    }
    await updateConfig(tx, userId, after);
    return after;
  });
}

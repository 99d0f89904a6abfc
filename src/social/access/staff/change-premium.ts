import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { setPremium } from './staff.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export async function changePremium(
  context: SocialContext,
  userId: string,
  isPremium: boolean,
  recorded?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    if (!isId(userId) || !(await setPremium(tx, userId, isPremium))) {
      throw problem('not_found', { say: socialWords.noSuchUser });
    }
    await recorded?.(tx);
  });
}

import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { areCombined } from '../../people/pairs/pair-state.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';

export async function requireCombination(
  context: Pick<SocialContext, 'clock'>,
  sql: Sql | Tx,
  userId: string,
  otherId: string,
): Promise<void> {
  if (!(await areCombined(sql, userId, otherId, context.clock.now()))) throw problem('not_combined');
}

import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { lockForModeration } from '../enforcement/review-hiding.ts';
import { openCase } from '../reports/settle-reports.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findAppealOf, insertAppeal, type AppealRow } from './appeal.store.ts';

/**
 * Files an appeal against the current suspension or, without one, the current hiding. Each act can be appealed once; a
 * repeat with the same text returns the existing appeal.
 */
export async function appealAct(context: SocialContext, userId: string, text: string): Promise<AppealRow> {
  return transaction(context.sql, async (tx) => {
    const user = await lockForModeration(tx, context, userId);
    if (!user) throw problem('unauthorized');
    const actId = user.suspended ? user.suspendedBy : user.hiddenBy;
    if (actId === null) throw problem('nothing_to_appeal');
    const before = await findAppealOf(tx, actId);
    if (before?.text === text) return before;
    if (before) throw problem('appealed_already');
    const createdAt = context.clock.now();
    const appeal = { id: newId(createdAt.getTime()), userId, actId, text, createdAt };
    await insertAppeal(tx, appeal);
    await openCase(tx, context, userId);
    return { ...appeal, decidedAt: null, accepted: null };
  });
}

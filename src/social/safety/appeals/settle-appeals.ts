import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { isId } from '../../../platform/ids.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { decideAppeals, findAppeal, findLatestAppeals, type AppealRow } from './appeal.store.ts';
import { stateOf } from './appeal.rules.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

export type { AppealRow };

const mostExported = 1000;

export async function getAppeal(tx: Tx, appealId: string): Promise<AppealRow> {
  const appeal = isId(appealId) ? await findAppeal(tx, appealId) : undefined;
  if (!appeal) throw problem('not_found', { say: safetyWords.noSuchAppeal });
  return appeal;
}

/** Decides one appeal, or all open ones if an act settles them. The user’s row must be locked. */
export async function settleAppeals(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
  decision: { appealId: string | null; accepted: boolean },
): Promise<void> {
  await decideAppeals(tx, userId, { ...decision, now: context.clock.now() });
}

export async function loadAppeals(
  context: Pick<SocialContext, 'sql'>,
  userIds: readonly string[],
  limit: number,
): Promise<AppealRow[]> {
  return userIds.length === 0 ? [] : findLatestAppeals(context.sql, userIds, limit);
}

export async function exportAppeals(sql: Tag, userId: string) {
  const appeals = await findLatestAppeals(sql, [userId], mostExported);
  return appeals.map((appeal) => ({
    id: appeal.id,
    text: appeal.text,
    status: stateOf(appeal),
    created_at: appeal.createdAt,
    decided_at: appeal.decidedAt,
  }));
}

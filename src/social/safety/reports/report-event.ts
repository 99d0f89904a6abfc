import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { takeUse, withinLimit } from '../../access/limits/count-use.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { readCategory, secondClickMs } from './report.rules.ts';
import { findSameEventReport, insertEventReport } from './report.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export async function reportEvent(
  context: SocialContext,
  reporterId: string,
  eventId: number | undefined,
  input: { reason: string; category?: string | undefined },
): Promise<string> {
  const noEvent = () => problem('not_found', { say: socialWords.noSuchEvent });
  if (eventId === undefined) throw noEvent();
  const words = { reporterId, eventId, category: readCategory(input.category), reason: input.reason };
  return withinLimit(context, reporterId, 'report', () =>
    transaction(context.sql, async (tx) => {
      const now = context.clock.now();
      const before = await findSameEventReport(tx, words, new Date(now.getTime() - secondClickMs));
      if (before !== undefined) return before;
      const id = newId(now.getTime());
      if (!(await insertEventReport(tx, { ...words, id, now }))) throw noEvent();
      await takeUse(tx, context, reporterId, 'report');
      return id;
    }),
  );
}

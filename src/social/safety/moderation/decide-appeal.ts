import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { stateOf } from '../appeals/appeal.rules.ts';
import { getAppeal, settleAppeals, type AppealRow } from '../appeals/settle-appeals.ts';
import { lockForModeration } from '../enforcement/review-hiding.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { lifting, unhiding } from './moderate-user.ts';
import { takeActIn, type ActOutcome, type Deed, type Order } from './take-act.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

/**
 * Decides an appeal. Accepting ends the act that it is against; refusing notifies the user. A repeated decision changes
 * nothing.
 */
export async function decideAppeal(
  context: SocialContext,
  appealId: string,
  order: Order,
  accepted: boolean,
): Promise<ActOutcome> {
  const { outcome, announcements } = await transaction(context.sql, async (tx) => {
    const { userId } = await getAppeal(tx, appealId);
    const user = await lockForModeration(tx, context, userId);
    const appeal = await getAppeal(tx, appealId);
    if (appeal.accepted !== null) return { outcome: repeat(appeal, accepted), announcements: [] };
    const isSuspension = user?.suspendedBy === appeal.actId || user?.hiddenBy !== appeal.actId;
    const deed = accepted ? (isSuspension ? lifting : unhiding)(context) : refusing(context, appealId);
    return takeActIn(tx, context, userId, order, { ...accepting(deed, accepted), appealId });
  });
  for (const announce of announcements) announce();
  return outcome;
}

/** Performs the act even if the suspension or hiding has already ended, so that the user is notified. */
function accepting(deed: Deed, accepted: boolean): Deed {
  return accepted ? { ...deed, isDone: () => false } : deed;
}

function refusing(context: SocialContext, appealId: string): Deed {
  return {
    kind: 'refuse_appeal',
    settles: false,
    isDone: () => false,
    perform: (tx, user) => settleAppeals(tx, context, user.id, { appealId, accepted: false }),
  };
}

function repeat(appeal: AppealRow, accepted: boolean): ActOutcome {
  if (appeal.accepted !== accepted) {
    const state = stateOf(appeal);
    throw problem('appeal_decided', {
      say: safetyWords.appealDecided,
      values: { state: state === 'open' ? state : safetyWords[state] },
    });
  }
  return { status: 'unchanged', act: null };
}

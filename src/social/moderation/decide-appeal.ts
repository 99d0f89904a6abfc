import { transaction } from '../../platform/postgres/client/transaction.ts';
import { stateOf } from '../appeals/appeal.rules.ts';
import { getAppeal, settleAppeals, type AppealRow } from '../appeals/settle-appeals.ts';
import { lockForModeration } from '../enforcement/review-hiding.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { lifting, unhiding } from './moderate-user.ts';
import { takeActIn, type ActOutcome, type Deed, type Order } from './take-act.ts';

/** Accepting ends what was appealed against; refusing is told. The same decision again changes nothing. */
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

/** Also where what was appealed against has ended by itself meanwhile: the user is told all the same. */
function accepting(deed: Deed, accepted: boolean): Deed {
  return accepted ? { ...deed, isDone: () => false } : deed;
}

function refusing(context: SocialContext, appealId: string): Deed {
  return {
    kind: 'refuse_appeal',
    settles: false,
    isDone: () => false,
    carryOut: (tx, user) => settleAppeals(tx, context, user.id, { appealId, accepted: false }),
  };
}

function repeat(appeal: AppealRow, accepted: boolean): ActOutcome {
  if (appeal.accepted !== accepted)
    throw problem('appeal_decided', { detail: `The appeal was ${stateOf(appeal)} already.` });
  return { status: 'unchanged', act: null };
}

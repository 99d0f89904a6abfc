import { findLeader } from '../../../platform/postgres/leader-election.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { saveOff } from '../state/chain-state.store.ts';
import { listChainStates, type ChainState } from '../state/get-chain-state.ts';
import { chainLeadership } from './chain-reader.ts';

/** Grace period, because a wrong setting or a restart is not a decision to give up a coin. */
const graceMs = 60 * 60_000;

/**
 * Marks coins as off that no process reads: this process does not offer them, no process leads their reading, and the
 * grace period has passed. Otherwise payments would wait for such a chain forever. Reading the chain again removes the
 * mark. A coin with a long reorganisation in progress is never marked, because nothing can be concluded about its
 * payments.
 */
export async function markCoinsOff(
  context: Pick<MerchantContext, 'sql' | 'chains' | 'log'>,
): Promise<ChainState[]> {
  const states = await listChainStates(context.sql);
  return Promise.all(
    states.map(async (state) => ({ ...state, off: state.off || (await isNewlyOff(context, state)) })),
  );
}

async function isNewlyOff(
  context: Pick<MerchantContext, 'sql' | 'chains' | 'log'>,
  { coin, ageMs }: ChainState,
): Promise<boolean> {
  if (ageMs < graceMs || context.chains.find(coin)) return false;
  if (await findLeader(context.sql, chainLeadership({ coin }))) return false;
  const marked = await saveOff(context.sql, coin, graceMs);
  if (marked) {
    context.log.error({ coin }, 'a coin is off: payments no longer wait for its chain');
  }
  return marked;
}

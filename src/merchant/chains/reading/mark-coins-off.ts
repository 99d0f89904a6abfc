import { findLeader } from '../../../platform/postgres/leader-election.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { saveOff } from '../state/chain-state.store.ts';
import { listChainStates, type ChainState } from '../state/get-chain-state.ts';
import { chainLeadership } from './chain-reader.ts';

/** A setting that was wrong for a while, or a restart, is no decision to give a coin up. */
const graceMs = 60 * 60_000;

/**
 * Marks the coins that nobody reads any more: this process does not have them, none leads their reading, and an hour has
 * passed. Whoever waits for such a chain would wait for ever. Reading it again takes the mark away. One that was given up in
 * the middle of a long reorganisation is never marked: nothing can be concluded about its payments, so nobody tries.
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
    context.log.error({ coin }, 'a coin is off: payments no longer wait for what its chain may show');
  }
  return marked;
}

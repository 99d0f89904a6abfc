import type { Tx } from '../../../platform/postgres/client/database.ts';
import { holdChains } from '../../chains/state/hold-chains.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findChainFault, UnassignedRefused, type OutputKey } from './unassigned.rules.ts';
import { lockOutput, type OutputRow } from './unassigned.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

/** Locks an output without a decision that is final, so that it stays so until the commit. */
export async function requireOpenOutput(
  tx: Tx,
  { settings }: Pick<MerchantContext, 'settings'>,
  key: OutputKey,
): Promise<OutputRow> {
  await holdChains(tx, [key.coin]);
  const output = await lockOutput(tx, key);
  if (!output) throw new UnassignedRefused(merchantWords.noSuchCoins);
  if (output.subject_id !== null || output.decided) throw new UnassignedRefused(merchantWords.coinsAssigned);
  const fault = findChainFault(settings, key.coin, output);
  if (fault !== undefined) throw new UnassignedRefused(fault);
  return output;
}

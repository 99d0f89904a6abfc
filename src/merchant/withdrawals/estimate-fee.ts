import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { estimateFeeCents } from '../payouts/cover-fee.ts';

/** What a withdrawal of this coin would set aside for the network now; undefined where the provider pays it. */
export async function estimateWithdrawalFee(
  context: Pick<MerchantContext, 'sql' | 'chains' | 'rates' | 'settings'>,
  coin: string,
): Promise<bigint | undefined> {
  const chain = context.chains.get(coin);
  const { feeRate } = requireReadyChain(await getChainState(context.sql, chain.coin));
  return estimateFeeCents(context, chain, feeRate);
}

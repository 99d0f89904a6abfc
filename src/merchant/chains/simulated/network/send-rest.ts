import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { sendCoins } from './send-coins.ts';
import { sumOutputs } from './simulated-spend.store.ts';

interface RestRequest {
  readonly address: string;
  readonly destinationTag: string | null;
  /** Sum that the address has to receive in total. */
  readonly totalMinor: bigint;
}

/**
 * Sends the amount that an address still lacks. Counts all coins on the simulated chain, including those that the
 * reader has not seen yet, so that a second call sends nothing. The caller holds a lock that excludes other calls for
 * the address.
 */
export async function sendRest(
  tx: Tx,
  context: { readonly clock: Clock },
  coin: CoinCode,
  { address, destinationTag, totalMinor }: RestRequest,
): Promise<void> {
  const sentMinor = await sumOutputs(tx, coin, { address, destinationTag });
  if (sentMinor >= totalMinor) return;
  await sendCoins(tx, context, coin, {
    address,
    destinationTag,
    amountMinor: totalMinor - sentMinor,
    feeMinor: undefined,
    replaces: undefined,
  });
}

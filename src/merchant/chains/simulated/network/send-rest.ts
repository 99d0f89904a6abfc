import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { sendCoins } from './send-coins.ts';
import { sumOutputs } from './simulated-spend.store.ts';

interface RestRequest {
  readonly address: string;
  readonly destinationTag: string | null;
  /** What the address is to have got in the end. */
  readonly totalMinor: bigint;
}

/**
 * Sends what an address still lacks. Counted is what the simulated chain itself has, also what was not read from it yet,
 * so that a second call sends nothing. The caller holds a lock that excludes other calls for the address.
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

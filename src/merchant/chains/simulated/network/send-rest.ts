import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { sendCoins } from './send-coins.ts';
import { sumOutputs } from './simulated-spend.store.ts';

interface RestRequest {
  readonly address: string;
  readonly destinationTag: string | null;
  /** What is to be there in the end. */
  readonly totalMinor: bigint;
}

/**
 * Sends what an address still lacks by the chain's own books, which know also what nobody has read yet: asked twice, it
 * sends once. Whoever asks holds a lock that is the address's own.
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

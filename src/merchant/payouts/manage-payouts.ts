import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import { idRange, takePage, type Page } from '../../platform/postgres/paging.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { postMovements } from '../books/post-movement.ts';
import { endPayout } from './end-payout.ts';
import type { PayoutOwners } from './payout-owner.ts';
import type { OpenPayout, Payout, PayoutStatus } from './payout.rules.ts';
import { findPayout, listEnded, listOpen, lockPayout, type OpenFilter } from './payout.store.ts';

/** Lists payouts that have not ended or that the chain has lost again, oldest first. */
export const listPayouts = (
  context: Pick<Platform, 'sql'>,
  limit: number,
  filter: OpenFilter = {},
): Promise<OpenPayout[]> => listOpen(context.sql, limit, filter);

interface EndedFilter {
  readonly before?: string | undefined;
  readonly coin?: CoinCode | null;
}

/** Lists ended payouts, newest first, below the id `before`. */
export async function listEndedPayouts(
  { sql }: Pick<Platform, 'sql'>,
  limit: number,
  { before, coin = null }: EndedFilter = {},
): Promise<Page<Payout>> {
  const { below } = idRange({}, before !== undefined && isId(before) ? before : undefined);
  return takePage(await listEnded(sql, below, limit + 1, coin), limit, ({ id }) => id);
}

/** Finds an open or ended payout; `open` contains what it waits for. */
export async function findAnyPayout(
  { sql }: Pick<Platform, 'sql'>,
  id: string,
): Promise<{ payout: Payout; open: OpenPayout | undefined } | undefined> {
  if (!isId(id)) return undefined;
  const [open] = await listOpen(sql, 1, { id });
  const payout = open ?? (await findPayout(sql, id));
  return payout && { payout, open };
}

/** Cancels an unsigned payout. A signed payout cannot be cancelled, because it may be mined at any time. */
export async function cancelPayout(
  context: Pick<Platform, 'sql' | 'clock' | 'log'>,
  owners: PayoutOwners,
  id: string,
  recorded?: Beside,
): Promise<'cancelled' | 'unknown' | Exclude<PayoutStatus, 'RESERVED'>> {
  if (!isId(id)) return 'unknown';
  return transaction(context.sql, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (!payout) return 'unknown';
    if (payout.status !== 'RESERVED') return payout.status;
    postMovements(tx, context, await endPayout(tx, context, owners, payout, 'FAILED'));
    await recorded?.(tx);
    return 'cancelled';
  });
}

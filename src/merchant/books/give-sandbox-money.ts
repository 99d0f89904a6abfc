import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import { decimalsOf, type AssetCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { onceConstraint } from './adjust-balance.ts';
import { availableTo, sandboxAccount, transfer } from './ledger.rules.ts';
import { movementExists } from './ledger.store.ts';
import { postMovement } from './post-movement.ts';

/** In whole coins and euros. */
const gift: readonly (readonly [AssetCode, bigint])[] = [
  ['EUR', 1_000_000n],
  ['BTC', 10n],
  ['BCH', 100n],
  ['LTC', 500n],
  ['ETH', 200n],
  ['XRP', 100_000n],
];

/**
 * Books the test money once per database, even if several processes start at once. The entry is dated now or at the
 * given time.
 */
export async function giveSandboxMoney(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  pspId: number,
  since?: Date,
): Promise<void> {
  const kind = 'sandbox_money';
  const reference = availableTo(pspId);
  if (await movementExists(context.sql, kind, reference)) return;
  const entries = gift.flatMap(([asset, whole]) =>
    transfer(sandboxAccount, availableTo(pspId), asset, whole * 10n ** BigInt(decimalsOf(asset))),
  );
  const clock = since ? { now: () => since } : context.clock;
  try {
    await transaction(context.sql, (tx) => postMovement(tx, { clock }, { kind, reference, entries }));
  } catch (error) {
    // Another process booked it first.
    if (!isUniqueViolation(error, onceConstraint)) throw error;
  }
}

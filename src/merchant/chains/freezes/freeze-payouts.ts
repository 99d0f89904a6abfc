import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { coinCodes, type CoinCode } from '../../assets/asset.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { acceptUnknownSpends } from './unknown-spends.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { freezeCoins, shareSwitch, thawCoins } from './freeze.store.ts';

type FreezeContext = Pick<MerchantContext, 'sql' | 'clock' | 'log'>;

export interface FreezeInput {
  /** Undefined for all coins. */
  readonly coin: CoinCode | undefined;
  readonly by: string;
  readonly reason: string;
}

/**
 * Returns whether payouts of this coin must neither be signed nor broadcast for the first time. Call it in the
 * transaction that does so: the answer holds until its commit.
 */
export const isFrozen = async (tx: Tx, coin: CoinCode): Promise<boolean> => !(await shareSwitch(tx, coin));

/** Freezes payouts and returns the coins that were not frozen before. After it returns, no process signs anything. */
export function freezePayouts(
  context: FreezeContext,
  input: FreezeInput,
  recorded?: Beside,
): Promise<CoinCode[]> {
  const freeze: Change = (tx, coins) =>
    freezeCoins(tx, coins, {
      frozen_at: context.clock.now(),
      frozen_by: staffActor(input.by),
      reason: input.reason,
    });
  return change(context, 'freeze', input, freeze, recorded);
}

export function thawPayouts(
  context: FreezeContext,
  input: FreezeInput,
  recorded?: Beside,
): Promise<CoinCode[]> {
  const thaw: Change = async (tx, coins) => {
    const thawed = await thawCoins(tx, coins);
    await acceptUnknownSpends(tx, thawed, context.clock.now());
    return thawed;
  };
  return change(context, 'thaw', input, thaw, recorded);
}

type Change = (tx: Tx, coins: readonly CoinCode[]) => Promise<CoinCode[]>;

async function change(
  context: FreezeContext,
  action: 'freeze' | 'thaw',
  { coin, by, reason }: FreezeInput,
  set: Change,
  recorded?: Beside,
): Promise<CoinCode[]> {
  const changed = await transaction(context.sql, async (tx) => {
    const coins = await set(tx, coin === undefined ? coinCodes : [coin]);
    for (const subject of coins) recordAction(tx, context, { action, subject, by: staffActor(by), reason });
    if (coins.length > 0) await recorded?.(tx);
    return coins;
  });
  if (changed.length > 0) context.log.warn({ coins: changed, by, reason }, `payouts: ${action}`);
  return changed;
}

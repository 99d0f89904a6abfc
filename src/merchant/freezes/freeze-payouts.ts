import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import { coinCodes, type CoinCode } from '../assets/asset.rules.ts';
import { recordAction } from '../audit/record-action.ts';
import { staffActor } from '../audit/audit.rules.ts';
import { acceptStrangers } from './strangers.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { freezeCoins, shareSwitch, thawCoins } from './freeze.store.ts';

type FreezeContext = Pick<MerchantContext, 'sql' | 'clock' | 'log'>;

export interface FreezeInput {
  /** All where none is named. */
  readonly coin: CoinCode | undefined;
  readonly by: string;
  readonly reason: string;
}

/**
 * Whether nothing of this coin may be signed, or handed to a node for the first time. To be asked in the transaction that
 * does it: the answer holds until its commit.
 */
export const isFrozen = async (tx: Tx, coin: CoinCode): Promise<boolean> => !(await shareSwitch(tx, coin));

/** When this has returned nothing more is signed, in whichever process. What it changed. */
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
    await acceptStrangers(tx, thawed, context.clock.now());
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

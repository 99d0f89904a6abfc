import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { coinCodes, type CoinCode } from '../assets/asset.rules.ts';
import { recordAction } from '../audit/record-action.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { freezeCoins, moveHome } from './freeze.store.ts';

type FreezeContext = Pick<MerchantContext, 'sql' | 'clock' | 'log'>;

/**
 * To be called before anything is signed. A database that was restored from a copy does not know what was paid since the
 * copy was made, so nothing is paid out until a person has compared it with the chains.
 */
export async function freezeAfterRestore(context: FreezeContext): Promise<void> {
  const coins = await transaction(context.sql, async (tx) =>
    (await moveHome(tx)) ? freezeIn(tx, context, coinCodes, restored) : [],
  );
  if (coins.length > 0) context.log.error({ coins }, `payouts are frozen: ${restored}`);
}

const restored = 'this database was restored from a copy, which does not know what was paid since';

/** Where the chain shows that payouts were made, or coins taken, without this database. */
export async function freezeForStranger(
  context: FreezeContext,
  coin: CoinCode,
  transactionId: string,
): Promise<void> {
  await transaction(context.sql, (tx) => freezeForStrangerWithin(tx, context, coin, transactionId));
}

/** The same in the caller's transaction, which has not asked yet whether the coin is frozen. */
export async function freezeForStrangerWithin(
  tx: Tx,
  context: Pick<FreezeContext, 'clock' | 'log'>,
  coin: CoinCode,
  transactionId: string,
): Promise<void> {
  const reason = `the wallet's coins were spent by ${transactionId}, which this database did not sign`;
  const coins = await freezeIn(tx, context, [coin], reason);
  if (coins.length > 0)
    context.log.error({ coin, transaction: transactionId }, `payouts are frozen: ${reason}`);
}

async function freezeIn(
  tx: Tx,
  context: Pick<FreezeContext, 'clock'>,
  coins: readonly CoinCode[],
  reason: string,
): Promise<CoinCode[]> {
  const changed = await freezeCoins(tx, coins, {
    frozen_at: context.clock.now(),
    frozen_by: 'praca',
    reason,
  });
  for (const subject of changed) {
    recordAction(tx, context, { action: 'freeze', subject, by: 'praca', reason });
  }
  return changed;
}

import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { coinCodes, type CoinCode } from '../../assets/asset.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { freezeCoins, moveHome } from './freeze.store.ts';
import { sayIn, type Sentence } from '../../../platform/problem.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';
import { storeSentence } from '../../details/stored-sentence.rules.ts';

type FreezeContext = Pick<MerchantContext, 'sql' | 'clock' | 'log'>;

/**
 * Call this before anything is signed. A restored database lacks the payments made after the copy, so payouts are
 * frozen until an operator has compared it with the chains.
 */
export async function freezeAfterRestore(context: FreezeContext): Promise<void> {
  const coins = await transaction(context.sql, async (tx) =>
    (await moveHome(tx)) ? freezeIn(tx, context, coinCodes, restored) : [],
  );
  if (coins.length > 0) context.log.error({ coins }, `payouts are frozen: ${sayIn('en', restored)}`);
}

const restored: Sentence = { say: payoutWords.restoredFromCopy };

/**
 * Freezes payouts of the coin. Call this when the chain shows a transaction of our wallet that this database did not
 * sign.
 */
export async function freezeForUnknownSpend(
  context: FreezeContext,
  coin: CoinCode,
  transactionId: string,
): Promise<void> {
  await transaction(context.sql, (tx) => freezeForUnknownSpendWithin(tx, context, coin, transactionId));
}

/**
 * Freezes as `freezeForUnknownSpend` does, in the caller's transaction. That transaction must not have checked the
 * freeze before: two of them would wait for each other's shared lock.
 */
export async function freezeForUnknownSpendWithin(
  tx: Tx,
  context: Pick<FreezeContext, 'clock' | 'log'>,
  coin: CoinCode,
  transactionId: string,
): Promise<void> {
  const reason: Sentence = { say: payoutWords.foreignSpend, values: { transaction: transactionId } };
  const coins = await freezeIn(tx, context, [coin], reason);
  if (coins.length > 0)
    context.log.error({ coin, transaction: transactionId }, `payouts are frozen: ${sayIn('en', reason)}`);
}

async function freezeIn(
  tx: Tx,
  context: Pick<FreezeContext, 'clock'>,
  coins: readonly CoinCode[],
  reason: Sentence,
): Promise<CoinCode[]> {
  const changed = await freezeCoins(tx, coins, {
    frozen_at: context.clock.now(),
    frozen_by: 'praca',
    reason: storeSentence(reason),
  });
  for (const subject of changed) {
    recordAction(tx, context, { action: 'freeze', subject, by: 'praca', reason: sayIn('en', reason) });
  }
  return changed;
}

import type { Tx } from '../../platform/postgres/database.ts';
import { tradingAccount, type Movement } from '../ledger/ledger.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { lockAddresses } from './address.store.ts';
import { creditReceipt, uncreditReceipt } from './credit-receipt.ts';
import { listReceipts } from './list-receipts.ts';
import { markCredited, unmarkCredited } from './receipt.store.ts';
import { isSent } from './sent.store.ts';

/**
 * The operator's own coins become the provider's with their first confirmation. Change of a payout only becomes
 * spendable: the ledger never saw it leave, because a payout books the amount and the fee alone.
 */
export async function reviewFunds(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'log'>,
  subjectId: string,
): Promise<void> {
  await lockAddresses(tx, subjectId);
  const movements: Movement[] = [];
  for (const receipt of await listReceipts(tx, subjectId)) {
    const arrived = !receipt.credited && receipt.confirmations > 0;
    const gone = receipt.credited && !receipt.visible;
    if (!arrived && !gone) continue;
    if (await isSent(tx, receipt.coin, receipt.transactionId)) {
      await (arrived ? markCredited(tx, receipt) : unmarkCredited(tx, receipt));
      continue;
    }
    const { coin, transactionId } = receipt;
    if (gone) context.log.error({ coin, transactionId }, 'the chain took back coins of the provider');
    movements.push(
      await (arrived
        ? creditReceipt(tx, receipt, tradingAccount)
        : uncreditReceipt(tx, receipt, tradingAccount)),
    );
  }
  await postMovements(tx, context, movements);
}

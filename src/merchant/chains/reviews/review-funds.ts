import type { Tx } from '../../../platform/postgres/client/database.ts';
import { tradingAccount } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { listOutgoingAmong } from '../outgoing/outgoing-transaction.store.ts';
import { lockAddresses } from '../receipts/address.store.ts';
import { creditReceipts, uncreditReceipts } from '../receipts/credit-receipts.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import type { Receipt } from '../receipts/receipt.rules.ts';
import { markCredited, unmarkCredited } from '../receipts/receipt.store.ts';

/**
 * Credits the operator's own coins to the provider with their first confirmation. Change of a payout only becomes
 * spendable: a payout books the amount and the fee, so the ledger never recorded the change as spent.
 */
export async function reviewFunds(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'log'>,
  subjectId: string,
): Promise<void> {
  await lockAddresses(tx, subjectId);
  const receipts = await listReceipts(tx, subjectId);
  const arrived = receipts.filter((receipt) => !receipt.credited && receipt.confirmations > 0);
  const gone = receipts.filter((receipt) => receipt.credited && !receipt.visible);
  if (arrived.length + gone.length === 0) return;
  const outgoing = await findOutgoingAmong(tx, [...arrived, ...gone]);
  const isChange = (receipt: Receipt): boolean => outgoing.has(`${receipt.coin}:${receipt.transactionId}`);
  for (const [coin, change] of Map.groupBy(arrived.filter(isChange), (receipt) => receipt.coin)) {
    await markCredited(tx, coin, change);
  }
  for (const [coin, change] of Map.groupBy(gone.filter(isChange), (receipt) => receipt.coin)) {
    await unmarkCredited(tx, coin, change);
  }
  const lost = gone.filter((receipt) => !isChange(receipt));
  for (const { coin, transactionId } of lost) {
    context.log.error({ coin, transactionId }, 'the chain took back coins of the provider');
  }
  postMovements(tx, context, [
    ...(await creditReceipts(
      tx,
      arrived.filter((receipt) => !isChange(receipt)),
      tradingAccount,
    )),
    ...(await uncreditReceipts(tx, lost, tradingAccount)),
  ]);
}

async function findOutgoingAmong(tx: Tx, receipts: readonly Receipt[]): Promise<ReadonlySet<string>> {
  const rows = await listOutgoingAmong(tx, receipts);
  return new Set(rows.map((row) => `${row.coin}:${row.transaction_id}`));
}

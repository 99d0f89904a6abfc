import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { uncreditReceipts } from '../chains/receipts/credit-receipts.ts';
import type { Receipt } from '../chains/receipts/receipt.rules.ts';
import { heldFor, tradingAccount, transfer } from '../ledger/ledger.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import { takeBack, type TakenBack } from '../ledger/take-back.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { changeOrderStatus } from '../orders/change-order-status.ts';
import { markReversed, type Deposit, type LockedAddress } from './deposit.store.ts';

/**
 * The chain took a credited deposit back. Everything is undone by compensating entries; what the merchant has spent
 * already is the provider's loss.
 */
export async function reverseDeposit(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'log'>,
  address: LockedAddress,
  receipt: Receipt,
): Promise<void> {
  const { coin, psp_id: pspId } = address;
  const key = { coin, transaction_id: receipt.transactionId, output_index: receipt.outputIndex };
  const deposit = await markReversed(tx, key, context.clock.now());
  assert(deposit, `no deposit belongs to ${receipt.transactionId}:${receipt.outputIndex}`);
  const uncredits = await uncreditReceipts(tx, [receipt], heldFor(pspId));
  await changeOrderStatus(tx, context, { orderId: deposit.order_id, to: 'REVERSED' });
  const { entries, lossMinor } = await undo(tx, pspId, deposit);
  const asset = deposit.euro_amount === null ? coin : 'EUR';
  context.log.error(
    { order: deposit.order_id, coin, transaction: receipt.transactionId, asset, loss: lossMinor.toString() },
    'a chain undid a deposit that was credited',
  );
  postMovements(tx, context, [
    { kind: 'deposit_reversed', reference: deposit.order_id, entries },
    ...uncredits,
  ]);
}

async function undo(tx: Tx, pspId: number, deposit: Deposit): Promise<TakenBack> {
  const { coin, amount, euro_amount: cents } = deposit;
  if (cents === null) return takeBack(tx, pspId, heldFor(pspId), coin, amount);
  const euros = await takeBack(tx, pspId, tradingAccount, 'EUR', cents);
  return {
    entries: [...transfer(tradingAccount, heldFor(pspId), coin, amount), ...euros.entries],
    lossMinor: euros.lossMinor,
  };
}

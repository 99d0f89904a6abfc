import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { uncreditReceipts } from '../../chains/receipts/credit-receipts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { heldFor, tradingAccount, transfer } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import { takeBack, type TakenBack } from '../../books/take-back.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { changeOrderStatus } from '../change-order.ts';
import { markReversed, type Deposit, type LockedAddress } from './deposit.store.ts';

/**
 * Reverses a credited deposit that a reorganisation removed, with compensating entries. Amounts that the merchant has
 * already spent become a debt.
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
  const { entries, claims, claimMinor } = await undo(tx, pspId, deposit);
  const asset = deposit.euro_amount === null ? coin : 'EUR';
  context.log.error(
    {
      order: deposit.order_id,
      coin,
      transaction: receipt.transactionId,
      asset,
      claim: claimMinor.toString(),
    },
    'a chain undid a deposit that was credited',
  );
  postMovements(tx, context, [
    { kind: 'deposit_reversed', reference: deposit.order_id, entries },
    ...claims,
    ...uncredits,
  ]);
}

async function undo(tx: Tx, pspId: number, deposit: Deposit): Promise<TakenBack> {
  const { coin, amount, euro_amount: cents, order_id: reference } = deposit;
  const held = heldFor(pspId);
  if (cents === null) return takeBack(tx, { pspId, to: held, asset: coin, amountMinor: amount, reference });
  const euros = await takeBack(tx, {
    pspId,
    to: tradingAccount,
    asset: 'EUR',
    amountMinor: cents,
    reference,
  });
  return { ...euros, entries: [...transfer(tradingAccount, held, coin, amount), ...euros.entries] };
}

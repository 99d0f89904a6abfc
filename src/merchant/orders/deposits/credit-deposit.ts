import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Price } from '../../assets/asset.rules.ts';
import { creditReceipts } from '../../chains/receipts/credit-receipts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { heldFor, type Movement } from '../../books/ledger.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { openOrder } from '../open-order.ts';
import { settleEntries } from './deposit.rules.ts';
import { insertDeposit, type LockedAddress } from './deposit.store.ts';

/** Creates the order of a confirmed receipt and returns its movements, which the caller posts. */
export async function creditDeposit(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  address: LockedAddress,
  receipt: Receipt,
  price: Price,
): Promise<Movement[]> {
  const { coin, psp_id: pspId, deposit_mode: mode } = address;
  const { amountMinor } = receipt;
  const createdAt = context.clock.now();
  const orderId = newId(createdAt.getTime());
  const euroAmountMinor = mode === 'sell' ? valueOf(coin, amountMinor, price) : null;
  const credits = await creditReceipts(tx, [receipt], heldFor(pspId));
  await insertDeposit(tx, {
    order_id: orderId,
    address_id: address.id,
    coin,
    transaction_id: receipt.transactionId,
    output_index: receipt.outputIndex,
    credit_count: receipt.creditCount + 1,
    mode,
    amount: amountMinor,
    euro_amount: euroAmountMinor,
    created_at: createdAt,
  });
  await openOrder(tx, context, {
    id: orderId,
    psp_id: pspId,
    kind: 'deposit',
    order_type: 'DEPOSIT',
    status: 'COMPLETED',
    currency_pair: `${coin}EUR`,
    coin_amount: amountMinor,
    euro_amount: euroAmountMinor,
    payment_address: address.address,
    destination_tag: address.destination_tag,
    blockchain_transaction_id: receipt.transactionId,
    customer: address,
  });
  const entries = settleEntries({ pspId, coin, amountMinor, euroAmountMinor });
  return [...credits, { kind: 'deposit', reference: orderId, entries }];
}

import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { coinOf } from '../assets/asset.rules.ts';
import { refuseClaimed } from '../books/claims/owed.ts';
import { spendConversion, type SpentQuote } from '../market/conversions/spend-conversion.ts';
import { availableTo, tradingAccount, transfer, type Entry } from '../books/ledger.rules.ts';
import { postMovement } from '../books/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { Metadata } from '../customers/metadata/metadata.rules.ts';
import { openOrder, type NewOrder } from './open-order.ts';
import type { Order } from './order.rules.ts';

/** Trades at once against the merchant's balances, at the price of the quote. */
export async function createOrder(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  input: {
    pspId: number;
    conversionToken: string;
    customer: NewOrder['customer'];
    metadata?: Metadata | undefined;
  },
): Promise<Order> {
  const orderId = newId(context.clock.nowMs());
  const quote = await spendConversion(tx, context, {
    pspId: input.pspId,
    token: input.conversionToken,
    orderId,
  });
  await refuseClaimed(tx, input.pspId, quote.type === 'DEPOSIT' ? 'EUR' : coinOf(quote.pair));
  const order = await openOrder(tx, context, {
    id: orderId,
    psp_id: input.pspId,
    kind: 'trade',
    order_type: quote.type,
    status: 'COMPLETED',
    currency_pair: quote.pair,
    coin_amount: quote.coinAmountMinor,
    euro_amount: quote.euroAmountMinor,
    customer: input.customer,
    metadata: input.metadata ?? {},
  });
  postMovement(tx, context, {
    kind: 'order',
    reference: orderId,
    entries: tradeEntries(input.pspId, quote),
  });
  return order;
}

function tradeEntries(pspId: number, quote: SpentQuote): Entry[] {
  const merchant = availableTo(pspId);
  const [payer, seller] =
    quote.type === 'WITHDRAW' ? ([merchant, tradingAccount] as const) : ([tradingAccount, merchant] as const);
  return [
    ...transfer(payer, seller, 'EUR', quote.euroAmountMinor),
    ...transfer(seller, payer, coinOf(quote.pair), quote.coinAmountMinor),
  ];
}

import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import { coinOf } from '../assets/asset.rules.ts';
import type { Actor } from '../audit/audit.rules.ts';
import { requireAddress } from '../chains/addresses/require-address.ts';
import type { Address, Chain } from '../chains/chain.ts';
import { refuseRecipient, type AskedRecipient } from '../chains/recipients/ask-recipient.ts';
import { isOurs } from '../chains/receipts/is-ours.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { spendConversion } from '../conversions/spend-conversion.ts';
import { postMovements } from '../ledger/post-movement.ts';
import { controlPayout } from '../limits/control-payout.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { Metadata } from '../metadata/metadata.rules.ts';
import { openOrder, type NewOrder } from '../orders/open-order.ts';
import type { Order } from '../orders/order.rules.ts';
import { estimateFeeCents } from '../payouts/cover-fee.ts';
import { reserveFee } from '../payouts/network-fee.rules.ts';
import { requestPayout } from '../payouts/request-payout.ts';
import { reserveEntries } from './withdrawal.rules.ts';

export interface WithdrawalInput {
  pspId: number;
  requestedBy: Actor;
  conversionToken: string;
  address: string;
  destinationTag: string | number | null;
  customer: NewOrder['customer'];
  metadata?: Metadata | undefined;
  /** What the nodes say of the address. */
  asked: readonly AskedRecipient[];
}

const fields = { address: 'withdrawalData.customer_wallet_address', tag: 'withdrawalData.destination_tag' };

/** Takes the euros, sets the coins aside and asks for the payout: all of it or nothing. */
export async function createWithdrawal(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'chains' | 'rates' | 'settings'>,
  input: WithdrawalInput,
): Promise<Order> {
  const { pspId } = input;
  const orderId = newId(context.clock.nowMs());
  const quote = await spendConversion(tx, context, { pspId, token: input.conversionToken, orderId });
  if (quote.type !== 'WITHDRAW') {
    const message = 'must be of a quote with transaction_type WITHDRAW';
    throw invalidField('withdrawalData.conversion_token', 'not_allowed', message);
  }
  const coin = coinOf(quote.pair);
  const chain = context.chains.get(coin);
  const to = await readAddress(tx, chain, input);
  refuseRecipient(input.asked, chain, to, quote.coinAmountMinor, fields);
  // Nobody could say when the coins would leave.
  const { feeRate } = requireReadyChain(await getChainState(tx, coin));
  const feeCents = estimateFeeCents(context, chain, feeRate);
  const control = await controlPayout(tx, context, {
    pspId,
    coin,
    to,
    amountMinor: quote.coinAmountMinor,
    wish: 'merchant',
    requestedBy: input.requestedBy,
    addressField: fields.address,
  });
  const order = await openOrder(tx, context, {
    id: orderId,
    psp_id: pspId,
    kind: 'withdrawal',
    order_type: 'WITHDRAW',
    status: control.approval === null ? 'PROCESSING' : 'CREATED',
    hold: control.approval === null ? null : 'approval',
    currency_pair: quote.pair,
    coin_amount: quote.coinAmountMinor,
    euro_amount: quote.euroAmountMinor,
    customer_wallet_address: to.address,
    destination_tag: to.destinationTag,
    network_fee: feeCents ?? null,
    customer: input.customer,
    metadata: input.metadata ?? {},
  });
  requestPayout(tx, context, {
    coin,
    kind: 'withdrawal',
    orderId,
    pspId,
    to,
    amountMinor: quote.coinAmountMinor,
    feeAllowanceMinor: 0n,
    feeReserveCents: feeCents,
    euroValueMinor: quote.euroAmountMinor,
    control,
  });
  postMovements(tx, context, [
    {
      kind: 'withdrawal',
      reference: orderId,
      entries: reserveEntries(pspId, coin, quote.coinAmountMinor, quote.euroAmountMinor),
    },
    ...(feeCents === undefined ? [] : [reserveFee(pspId, orderId, feeCents)]),
  ]);
  return order;
}

async function readAddress(tx: Tx, chain: Chain, input: WithdrawalInput): Promise<Address> {
  const tag = input.destinationTag === null ? null : String(input.destinationTag);
  const address = requireAddress(chain.addresses.parse(input.address, tag), fields);
  // It would come back as a payment or as change that nobody expects.
  if (await isOurs(tx, chain, address)) {
    throw invalidField(
      fields.address,
      'own_address',
      'is an address of this service, which it cannot send to',
    );
  }
  return address;
}

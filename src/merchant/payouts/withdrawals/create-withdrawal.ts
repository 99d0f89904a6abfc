import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../platform/problem.ts';
import { coinOf } from '../../assets/asset.rules.ts';
import type { Actor } from '../../access/audit/audit.rules.ts';
import { requireAddress } from '../../chains/addresses/require-address.ts';
import type { Address, Chain } from '../../chains/chain.ts';
import {
  askRecipient,
  refuseRecipient,
  weightOf,
  type AskedRecipient,
} from '../../chains/recipients/ask-recipient.ts';
import { isOurs } from '../../chains/receipts/is-ours.ts';
import { getChainState, requireReadyChain } from '../../chains/state/get-chain-state.ts';
import { refuseClaimed } from '../../books/claims/owed.ts';
import { spendConversion } from '../../market/conversions/spend-conversion.ts';
import { postMovements } from '../../books/post-movement.ts';
import { controlPayout } from '../limits/control-payout.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Metadata } from '../../customers/metadata/metadata.rules.ts';
import { openOrder, type NewOrder } from '../../orders/open-order.ts';
import type { Order } from '../../orders/order.rules.ts';
import { estimateFeeCents } from '../cover-fee.ts';
import { reserveFee } from '../network-fee.rules.ts';
import { requestPayout } from '../request-payout.ts';
import { reserveEntries } from './withdrawal.rules.ts';
import { addressWords } from '../../details/address-words.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export interface WithdrawalInput {
  pspId: number;
  requestedBy: Actor;
  conversionToken: string;
  address: string;
  destinationTag: string | number | null;
  customer: NewOrder['customer'];
  metadata?: Metadata | undefined;
  asked: readonly AskedRecipient[];
}

const fields = { address: 'withdrawalData.customer_wallet_address', tag: 'withdrawalData.destination_tag' };

/** Takes the euros, reserves the coins and requests the payout in one transaction. */
export async function createWithdrawal(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'chains' | 'rates' | 'settings'>,
  input: WithdrawalInput,
): Promise<Order> {
  const { pspId } = input;
  const orderId = newId(context.clock.nowMs());
  const quote = await spendConversion(tx, context, { pspId, token: input.conversionToken, orderId });
  if (quote.type !== 'WITHDRAW') {
    throw invalidField('withdrawalData.conversion_token', 'not_allowed', merchantWords.withdrawalQuote);
  }
  await refuseClaimed(tx, pspId);
  const coin = coinOf(quote.pair);
  const chain = context.chains.get(coin);
  const to = await readAddress(tx, chain, input);
  refuseRecipient(input.asked, chain, to, quote.coinAmountMinor, fields);
  // Without a working chain, the time of the payout would be unknown.
  const { feeRate } = requireReadyChain(await getChainState(tx, coin));
  const weight = weightOf(input.asked, chain, to);
  const feeCents = estimateFeeCents(context, chain, feeRate, weight);
  const control = await controlPayout(tx, context, {
    pspId,
    coin,
    to,
    amountMinor: quote.coinAmountMinor,
    origin: 'merchant',
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
    weight,
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

/** Estimates what a withdrawal to this address would reserve for the network fee; undefined if the provider pays it. */
export async function estimateWithdrawalFee(
  context: Pick<MerchantContext, 'sql' | 'chains' | 'rates' | 'settings' | 'log'>,
  coin: string,
  to: Address,
): Promise<bigint | undefined> {
  const chain = context.chains.get(coin);
  const asked = await askRecipient(context, to.address, to.destinationTag);
  const { feeRate } = requireReadyChain(await getChainState(context.sql, chain.coin));
  return estimateFeeCents(context, chain, feeRate, weightOf(asked, chain, to));
}

async function readAddress(tx: Tx, chain: Chain, input: WithdrawalInput): Promise<Address> {
  const tag = input.destinationTag === null ? null : String(input.destinationTag);
  const address = requireAddress(chain.addresses.parse(input.address, tag), fields);
  // Coins sent to our own address would come back as an unexpected payment or change.
  if (await isOurs(tx, chain, address)) {
    throw invalidField(fields.address, 'own_address', addressWords.ownAddress);
  }
  return address;
}

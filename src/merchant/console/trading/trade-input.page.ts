import type { Fields, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import { decimalsOf, findCoin, type CoinCode } from '../../assets/asset.rules.ts';
import { requireAddress } from '../../chains/addresses/require-address.ts';
import type { Address } from '../../chains/chain.ts';
import { createConversion, type Conversion } from '../../market/conversions/create-conversion.ts';
import type { TransactionType } from '../../market/conversions/conversion.rules.ts';
import { writeQuote } from '../../market/conversions/write-quotes.ts';
import { getCustomer } from '../../customers/personal-data/read-customers.ts';
import { CustomerDetails } from '../../customers/customer.schemas.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { NewOrder } from '../../orders/open-order.ts';
import { nameFields } from '../parts/name-fields.ts';
import { pspOf } from '../parts/topic.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { tradingTexts } from './trading-texts.ts';
import { Type } from '../../../platform/http/type.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

/** Field names of both forms. */
export const tradeFields = [
  'side',
  'coin',
  'unit',
  'amount',
  'wallet',
  'tag',
  'reference',
  'first_name',
  'last_name',
  'email',
] as const;

export interface Quote extends Conversion {
  readonly coin: CoinCode;
  readonly type: TransactionType;
}

const typeOf = (fields: Fields): TransactionType => (fields('side') === 'sell' ? 'DEPOSIT' : 'WITHDRAW');

/** Names of the form's fields, by the name of the operation's field. */
export const tradeInputs = {
  money_amount: 'amount',
  cryptocurrency_amount: 'amount',
  customer_wallet_address: 'wallet',
  destination_tag: 'tag',
  customer_reference_id: 'reference',
  customer_first_name: 'first_name',
  customer_last_name: 'last_name',
  customer_email_address: 'email',
} as const satisfies Readonly<Record<string, (typeof tradeFields)[number]>>;

/** Requests the API's quote for the input. */
export async function quoteTrade(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'settings' | 'rates'>,
  visit: Visit,
  fields: Fields,
): Promise<Quote> {
  const coin = findCoin(fields('coin'));
  if (!coin) throw invalidField('coin', 'not_allowed', merchantWords.oneOfList);
  const unit = fields('unit') === 'EUR' ? 'EUR' : coin;
  const amount = readTypedAmount(fields('amount'), visit.language, decimalsOf(unit));
  const type = typeOf(fields);
  const texts = sharedTexts[visit.language];
  const save = (quote: Parameters<typeof writeQuote>[2]) =>
    transaction(context.sql, (tx) => writeQuote(tx, context, quote));
  const conversion = await nameFields(
    { cryptocurrency_amount: texts.amount, money_amount: texts.amount },
    () =>
      createConversion(save, context, pspOf(visit), {
        currency_pair: `${coin}EUR`,
        transaction_type: type,
        ...(unit === 'EUR' ? { money_amount: amount } : { cryptocurrency_amount: amount }),
      }),
  );
  return { ...conversion, coin, type };
}

/** Reads the wallet of the form and checks its address before a quote is requested. */
export const readWallet = (
  { chains }: Pick<MerchantContext, 'chains'>,
  visit: Visit,
  fields: Fields,
): Promise<Address> =>
  nameFields(
    {
      wallet: tradingTexts[visit.language].wallet,
      tag: sharedTexts[visit.language].destinationTag,
    },
    async () =>
      requireAddress(chains.get(fields('coin')).addresses.parse(fields('wallet').trim(), tagOf(fields)), {
        address: 'wallet',
        tag: 'tag',
      }),
  );

export const tagOf = (fields: Fields): string | null => fields('tag').trim() || null;

/** The visitor of the console is not the customer, so the customer's network address is unknown. */
const { customer_ip_address: _address, ...properties } = CustomerDetails.properties;
const FormCustomer = Type.Object(properties);

/** Reads the customer of the form. For a known customer the reference is enough. */
export async function readCustomer(
  context: Pick<MerchantContext, 'sql'>,
  visit: Visit,
  fields: Fields,
): Promise<NonNullable<NewOrder['customer']>> {
  const texts = tradingTexts[visit.language];
  const typed = {
    customer_reference_id: fields('reference').trim(),
    customer_first_name: fields('first_name').trim(),
    customer_last_name: fields('last_name').trim(),
    customer_email_address: fields('email').trim(),
  };
  const isBare = Object.values(typed).filter((text) => text !== '').length === 1;
  if (isBare && typed.customer_reference_id !== '' && !typed.customer_reference_id.includes('\0')) {
    const known = await getCustomer(context, pspOf(visit), typed.customer_reference_id).catch(
      () => undefined,
    );
    // A payment may have given only some of them.
    const { customer_first_name: first, customer_last_name: last } = known?.details ?? {};
    if (known && first && last && known.details.customer_email_address) return { ...known.details };
  }
  return nameFields(
    {
      customer_reference_id: texts.reference,
      customer_first_name: texts.firstName,
      customer_last_name: texts.lastName,
      customer_email_address: texts.email,
    },
    async () => requireBody(FormCustomer, typed),
  );
}

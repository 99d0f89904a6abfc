import { hash, randomBytes } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import { formatAmount } from '../../platform/money.ts';
import { invalidField } from '../../platform/problem.ts';
import { coinOf, euroDecimals, findPair, tradeDecimalsOf, type PairCode } from '../assets/asset.rules.ts';
import { readAmount } from '../assets/read-amount.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Rates } from '../rates/rates.ts';
import { formatToken } from './conversion-token.rules.ts';
import {
  priceTrade,
  quoteLifetimeMs,
  toLedger,
  type TradeAmounts,
  type TransactionType,
  type Wish,
} from './conversion.rules.ts';
import type { NewQuote } from './conversion.store.ts';
import { findBoundsFault } from './trade-bounds.ts';

export interface ConversionInput {
  currency_pair: string;
  transaction_type: TransactionType;
  cryptocurrency_amount?: string | number | undefined;
  money_amount?: string | number | undefined;
}

export interface Conversion {
  cryptocurrency_amount: string;
  transaction_total: string;
  conversion_token: string;
  conversion_token_expiration_time: string;
}

export interface ConversionContext extends Pick<MerchantContext, 'clock' | 'settings'> {
  readonly rates: Pick<Rates, 'bestForWithdraw' | 'bestForDeposit'>;
}

/** A quote at the best rate of this moment; answered when `save` has stored it. */
export async function createConversion(
  save: (quote: NewQuote) => Promise<void>,
  context: ConversionContext,
  pspId: number,
  input: ConversionInput,
): Promise<Conversion> {
  const pair = findPair(input.currency_pair);
  if (!pair) throw problem('not_found', { detail: 'There is no such currency pair.' });
  const { field, wish } = readWish(pair, input);
  const { transaction_type: type } = input;
  const price =
    type === 'WITHDRAW' ? context.rates.bestForWithdraw(pair) : context.rates.bestForDeposit(pair);
  const amounts = priceTrade(pair, type, price, wish);
  refuseOutOfBounds(context, pair, field, amounts);

  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + quoteLifetimeMs);
  const id = newId(createdAt.getTime());
  const secret = randomBytes(32);
  await save({
    id,
    secret_hash: hashTokenSecret(secret),
    psp_id: pspId,
    currency_pair: pair,
    transaction_type: type,
    coin_amount: toLedger(coinOf(pair), amounts.coinUnits),
    euro_amount: amounts.cents,
    price,
    created_at: createdAt,
    expires_at: expiresAt,
  });
  return {
    cryptocurrency_amount: formatAmount(amounts.coinUnits, tradeDecimalsOf(coinOf(pair))),
    transaction_total: formatAmount(amounts.cents, euroDecimals),
    conversion_token: formatToken({ id, secret }),
    conversion_token_expiration_time: expiresAt.toISOString(),
  };
}

/** The secret has 256 random bits: a plain hash of it cannot be guessed. */
export const hashTokenSecret = (secret: Buffer): Buffer => hash('sha256', secret, 'buffer');

type AmountField = 'cryptocurrency_amount' | 'money_amount';

function readWish(pair: PairCode, input: ConversionInput): { field: AmountField; wish: Wish } {
  const { cryptocurrency_amount: coins, money_amount: money } = input;
  if ((coins === undefined) === (money === undefined)) {
    const message = 'is needed, or money_amount: exactly one of the two';
    throw invalidField('cryptocurrency_amount', coins === undefined ? 'required' : 'not_allowed', message);
  }
  return coins === undefined
    ? { field: 'money_amount', wish: { cents: readAmount('money_amount', money ?? '', euroDecimals) } }
    : {
        field: 'cryptocurrency_amount',
        wish: { coinUnits: readAmount('cryptocurrency_amount', coins, tradeDecimalsOf(coinOf(pair))) },
      };
}

function refuseOutOfBounds(
  context: ConversionContext,
  pair: PairCode,
  field: AmountField,
  amounts: TradeAmounts,
): void {
  if (amounts.cents === 0n) throw invalidField(field, 'too_small', 'must come to at least 0.01 EUR');
  const fault = findBoundsFault(context.settings, coinOf(pair), amounts.coinUnits);
  if (fault) throw invalidField(field, fault.code, fault.message);
}

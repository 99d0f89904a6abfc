import { hash, randomBytes } from 'node:crypto';
import { newId } from '../../../platform/ids.ts';
import { formatAmount } from '../../../platform/money.ts';
import { invalidField } from '../../../platform/problem.ts';
import { coinOf, euroDecimals, findPair, tradeDecimalsOf, type PairCode } from '../../assets/asset.rules.ts';
import { readAmount } from '../../assets/read-amount.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { Rates } from '../rates/rates.ts';
import { formatToken } from './conversion-token.rules.ts';
import {
  priceTrade,
  quoteLifetimeMs,
  toLedger,
  type TradeAmounts,
  type TransactionType,
  type TradeAmount,
} from './conversion.rules.ts';
import type { NewQuote } from './conversion.store.ts';
import { findBoundsFault } from './trade-bounds.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

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

/** Creates a quote at the present best rate. It is returned after `save` has stored it. */
export async function createConversion(
  save: (quote: NewQuote) => Promise<void>,
  context: ConversionContext,
  pspId: number,
  input: ConversionInput,
): Promise<Conversion> {
  const pair = findPair(input.currency_pair);
  if (!pair) throw problem('not_found', { say: merchantWords.noSuchCurrencyPair });
  const { field, tradeAmount } = readTradeAmount(pair, input);
  const { transaction_type: type } = input;
  const price =
    type === 'WITHDRAW' ? context.rates.bestForWithdraw(pair) : context.rates.bestForDeposit(pair);
  const amounts = priceTrade(pair, type, price, tradeAmount);
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

/** A plain hash is sufficient, because the secret has 256 random bits. */
export const hashTokenSecret = (secret: Buffer): Buffer => hash('sha256', secret, 'buffer');

type AmountField = 'cryptocurrency_amount' | 'money_amount';

function readTradeAmount(
  pair: PairCode,
  input: ConversionInput,
): { field: AmountField; tradeAmount: TradeAmount } {
  const { cryptocurrency_amount: coins, money_amount: money } = input;
  if ((coins === undefined) === (money === undefined)) {
    const code = coins === undefined ? 'required' : 'not_allowed';
    throw invalidField('cryptocurrency_amount', code, merchantWords.oneAmount);
  }
  return coins === undefined
    ? { field: 'money_amount', tradeAmount: { cents: readAmount('money_amount', money ?? '', euroDecimals) } }
    : {
        field: 'cryptocurrency_amount',
        tradeAmount: { coinUnits: readAmount('cryptocurrency_amount', coins, tradeDecimalsOf(coinOf(pair))) },
      };
}

function refuseOutOfBounds(
  context: ConversionContext,
  pair: PairCode,
  field: AmountField,
  amounts: TradeAmounts,
): void {
  if (amounts.cents === 0n) throw invalidField(field, 'too_small', merchantWords.comeToOneCent);
  const fault = findBoundsFault(context.settings, coinOf(pair), amounts.coinUnits);
  if (fault) throw invalidField(field, fault.code, fault.say, fault.values);
}

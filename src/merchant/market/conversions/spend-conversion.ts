import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { PairCode, Price } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { releasePromises } from '../open-promises/reserve-promises.ts';
import { parseToken } from './conversion-token.rules.ts';
import type { TransactionType } from './conversion.rules.ts';
import { findQuoteState, spendQuote } from './conversion.store.ts';
import { hashTokenSecret } from './create-conversion.ts';

export interface SpentQuote {
  pair: PairCode;
  type: TransactionType;
  /** In minor units. */
  coinAmountMinor: bigint;
  euroAmountMinor: bigint;
  price: Price;
}

/**
 * Spends a quote for one order, in the caller's transaction; a rollback leaves it unspent. Another PSP's token is
 * treated as unknown.
 */
export async function spendConversion(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  input: { pspId: number; token: string; orderId: string },
): Promise<SpentQuote> {
  const parts = parseToken(input.token);
  if (!parts) throw problem('conversion_token_not_found');
  const key = { id: parts.id, secretHash: hashTokenSecret(parts.secret), pspId: input.pspId };
  const quote = await spendQuote(tx, key, input.orderId, context.clock.now());
  if (quote) {
    releasePromises(tx, context, parts.id);
    return {
      pair: quote.currency_pair,
      type: quote.transaction_type,
      coinAmountMinor: quote.coin_amount,
      euroAmountMinor: quote.euro_amount,
      price: quote.price,
    };
  }
  const state = await findQuoteState(tx, key);
  if (!state) throw problem('conversion_token_not_found');
  throw problem(state.spent ? 'conversion_token_used' : 'conversion_token_expired');
}

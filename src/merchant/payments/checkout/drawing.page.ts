import type { Language } from '../../../platform/http/language.ts';
import { coins, formatAsset } from '../../assets/asset.rules.ts';
import { excessMinor, missingMinor, type Checkout } from './checkout.rules.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { CheckoutTexts } from './texts/checkout-texts.ts';
import { checkoutTexts } from './texts/translations.ts';

/** Values that the parts of the page share, computed once per rendering. */
export interface Drawing extends Checkout {
  readonly language: Language;
  readonly texts: CheckoutTexts;
  /** Replaces the placeholders of a text with this payment's names and amounts. */
  readonly fillIn: (text: string) => string;
}

export function prepareDrawing(checkout: Checkout, language: Language): Drawing {
  const { view } = checkout;
  const texts = checkoutTexts[language];
  const inCoins = (minor: bigint): string =>
    view.coin === null ? '' : `${formatAsset(view.coin, minor)} ${view.coin}`;
  const values = {
    merchant: view.merchantName,
    minutes: view.minutesToPay,
    coin: view.coin === null ? '' : coins[view.coin].name,
    amount: inCoins(view.coinAmountMinor ?? 0n),
    received: inCoins(view.receivedMinor),
    missing: inCoins(missingMinor(view)),
    excess: inCoins(excessMinor(view)),
  };
  return { ...checkout, language, texts, fillIn: (text) => fill(text, values) };
}

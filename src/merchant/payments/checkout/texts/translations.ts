import type { Language } from '../../../../platform/http/language.ts';
import { checkoutTextsDe } from './checkout-texts-de.ts';
import { checkoutTextsEn } from './checkout-texts-en.ts';
import { checkoutTextsPt } from './checkout-texts-pt.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

export const checkoutTexts: Readonly<Record<Language, CheckoutTexts>> = {
  en: checkoutTextsEn,
  pt: checkoutTextsPt,
  de: checkoutTextsDe,
};

import { locales, type Language } from '../http/language.ts';
import { keepLatest } from './keep-latest.ts';

/** British English, as times are. */

const euros = keepLatest(
  3,
  (language: Language) => new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }),
);

/** In the reader's form. Amounts are decimal texts and stay exact: no number stands between. */
export const formatEuros = (amount: string, language: Language): string =>
  euros(language).format(amount as Intl.StringNumericLiteral);

const priceFormats = keepLatest(30, (key: string) => {
  const [language = 'en', places = '2'] = key.split(' ');
  return new Intl.NumberFormat(locales[language as Language], {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: Number(places),
    maximumFractionDigits: Number(places),
  });
});

/** Euros with as many places as the text has: prices of cheap coins have more than two. */
export function formatPrice(amount: string, language: Language): string {
  const places = amount.split('.')[1]?.length ?? 0;
  return priceFormats(`${language} ${places}`).format(amount as Intl.StringNumericLiteral);
}

const plainFormats = keepLatest(60, (key: string) => {
  const [language = 'en', places = '0'] = key.split(' ');
  return new Intl.NumberFormat(locales[language as Language], {
    minimumFractionDigits: Number(places),
    maximumFractionDigits: Number(places),
  });
});

/** A decimal text with as many places as it has, in the reader's form. */
export function formatAmount(amount: string, language: Language): string {
  const places = amount.split('.')[1]?.length ?? 0;
  return plainFormats(`${language} ${places}`).format(amount as Intl.StringNumericLiteral);
}

/** With decimals or too long to be a year, and no part of anything else, such as an address. */
const figure = /(?<![\w.:-])(?:\d+\.\d+|\d{5,})(?![\w:-]|\.\d)/g;

/** The figures of a sentence, in the reader's form. */
export const sayNumbers = (text: string, language: Language): string =>
  text.replaceAll(figure, (number) => formatAmount(number, language));

/** `0.00043210 BTC`, or euros. */
export const formatMoney = (amount: string, asset: string, language: Language): string =>
  asset === 'EUR' ? formatEuros(amount, language) : `${formatAmount(amount, language)} ${asset}`;

import { locales, type Language } from '../http/language.ts';
import { keepLatest } from './keep-latest.ts';

const euros = keepLatest(
  3,
  (language: Language) => new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }),
);

/**
 * Formats euros for the language. The amount is a decimal string and is never converted to a number, so it stays exact.
 */
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

/** Formats euros with the decimals of the text, because prices of cheap coins have more than two. */
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

/** Formats a decimal string with its own number of decimals. */
export function formatAmount(amount: string, language: Language): string {
  const places = amount.split('.')[1]?.length ?? 0;
  return plainFormats(`${language} ${places}`).format(amount as Intl.StringNumericLiteral);
}

/** Matches numbers with decimals or at least five digits, which cannot be years, and no parts of addresses or ids. */
const figure = /(?<![\w.:-])(?:\d+\.\d+|\d{5,})(?![\w:-]|\.\d)/g;

/** Formats the numbers in a sentence for the language. */
export const sayNumbers = (text: string, language: Language): string =>
  text.replaceAll(figure, (number) => formatAmount(number, language));

/** Formats an amount such as `0.00043210 BTC`, or euros. */
export const formatMoney = (amount: string, asset: string, language: Language): string =>
  asset === 'EUR' ? formatEuros(amount, language) : `${formatAmount(amount, language)} ${asset}`;

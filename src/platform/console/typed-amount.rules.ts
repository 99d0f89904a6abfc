import type { Language } from '../http/language.ts';

/** Matches amounts with one sign between groups of three digits and the other sign before decimals. */
const grouped = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Thousands separator of each language. The other sign separates decimals. */
const grouping: Readonly<Record<Language, '.' | ','>> = { en: ',', pt: '.', de: '.' };

/**
 * Converts a typed amount to the API's notation. It must never be wrong by a factor of a thousand. A single separator
 * before three digits may mean either: with fewer than three decimals the page's language decides. Otherwise the result
 * has a comma, which the parser of amounts refuses.
 */
export function readTypedAmount(text: string, language: Language, decimals: number): string {
  const typed = text.replaceAll(/[\s'’€]/g, '');
  const single = /^(\d+)([.,])(\d+)$/.exec(typed);
  if (!single) {
    if (!grouped.test(typed)) return typed;
    const [first = ''] = /[.,]/.exec(typed) ?? [];
    return typed.replaceAll(first, '').replace(',', '.');
  }
  const [, whole = '', sign = '', rest = ''] = single;
  const mayGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && sign === grouping[language];
  if (!mayGroup) return `${whole}.${rest}`;
  return decimals < 3 ? whole + rest : `${whole},${rest}`;
}

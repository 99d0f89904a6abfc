import type { Language } from '../http/language.ts';

/** Every third place is marked, by one sign, and decimals by the other. */
const grouped = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** What separates thousands in figures of that language; the other of the two separates decimals. */
const grouping: Record<Language, '.' | ','> = { en: ',', pt: '.', de: '.' };

/**
 * An amount as people type it, as the API takes it. A thousand times too much or too little must never come of it: one
 * sign that may mean either is taken by the language of the page where the decimals of the unit decide, and is given
 * back with a comma otherwise, which everybody refuses.
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

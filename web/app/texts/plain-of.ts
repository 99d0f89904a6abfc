/** For looking something up as people type it: without accents, case, and spaces around. */
export const plainOf = (text: string): string =>
  text.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

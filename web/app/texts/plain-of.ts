/** Removes accents, case and surrounding spaces, for searching. */
export const plainOf = (text: string): string =>
  text.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

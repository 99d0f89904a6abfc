/**
 * Parses the number of a PSP. Accepts only the canonical form, so that each PSP has one address, and only numbers that
 * fit the column.
 */
export const readPspNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;

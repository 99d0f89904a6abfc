/** What fits the column, written as we write it: no other spelling leads to the same PSP. */
export const readPspNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;

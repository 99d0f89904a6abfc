/** Values have at most 256 bits. */
const quantityPattern = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/;
const hashPattern = /^0x[0-9a-f]{64}$/;
const addressPattern = /^0x[0-9a-f]{40}$/;

/**
 * Parses a whole number as nodes write it: hexadecimal, without leading zeros. Rejects JSON numbers, which may have
 * been rounded.
 */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && quantityPattern.test(value) ? BigInt(value) : undefined;
}

/** Parses a height, time or position, which fits into a number. */
export function parseCount(value: unknown): number | undefined {
  const quantity = parseQuantity(value);
  return quantity !== undefined && quantity <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(quantity) : undefined;
}

export const parseHash = (value: unknown): string | undefined =>
  typeof value === 'string' && hashPattern.test(value) ? value : undefined;

/** Parses an address and converts it to lower case, because some nodes write checksummed addresses. */
export function parseNodeAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const address = value.toLowerCase();
  return addressPattern.test(address) ? address : undefined;
}

export const toQuantity = (value: bigint | number): string => `0x${value.toString(16)}`;

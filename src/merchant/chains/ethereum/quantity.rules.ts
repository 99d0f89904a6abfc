/** Nothing on the chain is larger than 256 bits. */
const quantityPattern = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/;
const hashPattern = /^0x[0-9a-f]{64}$/;
const addressPattern = /^0x[0-9a-f]{40}$/;

/** As nodes write whole numbers: hexadecimal, without zeros in front. A JSON number is refused, it may have been rounded. */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && quantityPattern.test(value) ? BigInt(value) : undefined;
}

/** The same for what is counted: heights, times, positions. */
export function parseCount(value: unknown): number | undefined {
  const quantity = parseQuantity(value);
  return quantity !== undefined && quantity <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(quantity) : undefined;
}

export const parseHash = (value: unknown): string | undefined =>
  typeof value === 'string' && hashPattern.test(value) ? value : undefined;

/** In lower case, which some nodes do not write: two spellings are one address. */
export function parseNodeAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const address = value.toLowerCase();
  return addressPattern.test(address) ? address : undefined;
}

export const toQuantity = (value: bigint | number): string => `0x${value.toString(16)}`;

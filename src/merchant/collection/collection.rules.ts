/** What stays behind beside the fee, so that it can be raised to as many times what it is now. */
const fees = 2n;

/** What must lie at an address before it is worth moving. */
export const worthCollecting = (feeMinor: bigint, percent: number): bigint =>
  (feeMinor * 100n + BigInt(percent) - 1n) / BigInt(percent);

/** What is moved of all that lies there; nothing where that is not worth it. */
export function collectedOf(balanceMinor: bigint, feeMinor: bigint, percent: number): bigint | undefined {
  const amountMinor = balanceMinor - fees * feeMinor;
  return balanceMinor >= worthCollecting(feeMinor, percent) && amountMinor > 0n ? amountMinor : undefined;
}

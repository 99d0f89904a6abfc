/** The tip is this fraction of the offered rate, so that a replacement increases both. */
const tipPart = 8n;

/** Returns the tip that is offered to the validator on top of the base fee. */
export const tipOf = (feeRate: bigint): bigint => (feeRate + tipPart - 1n) / tipPart;

/**
 * Returns the highest rate to offer per gas: twice the current base fee, so that six full blocks in a row do not exceed
 * it. The part above the block's base fee and the tip is not charged. The rate never exceeds the ceiling, no matter
 * what the node reports.
 */
export function offeredRate({
  baseFee,
  tip,
  highest,
}: {
  readonly baseFee: bigint;
  readonly tip: bigint;
  readonly highest: bigint;
}): bigint {
  const byTip = tip * tipPart;
  const byBaseFee = 2n * baseFee + tip;
  const rate = byTip > byBaseFee ? byTip : byBaseFee;
  return rate < highest ? rate : highest;
}

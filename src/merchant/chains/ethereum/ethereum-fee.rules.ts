/** The tip is this part of what is offered in all, so that both grow where a transaction replaces another. */
const tipPart = 8n;

/** What the validator is offered beside the base fee. */
export const tipOf = (feeRate: bigint): bigint => (feeRate + tipPart - 1n) / tipPart;

/**
 * The most that is offered for each gas. Twice the present base fee, so that six full blocks in a row do not leave it
 * behind; what is above the base fee of its block and the tip is not paid. Never above the ceiling, whatever the node says.
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

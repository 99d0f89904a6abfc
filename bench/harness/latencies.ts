export function median(values: readonly number[]): number {
  return percentile(values.toSorted(ascending), 0.5);
}

/** Returns a percentile of values in ascending order. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const middle = share * (sorted.length - 1);
  const below = sorted[Math.floor(middle)] ?? Number.NaN;
  const above = sorted[Math.ceil(middle)] ?? Number.NaN;
  return below + (above - below) * (middle - Math.floor(middle));
}

export function summarise(latenciesMs: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = Float64Array.from(latenciesMs).toSorted();
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}

const ascending = (a: number, b: number): number => a - b;

/** Few enough that a statement is far from its time limit, and holds its locks only for a moment. */
export const batchSize = 1000;

/**
 * For sweeps, which may meet millions of rows: `sweep` takes at most so many, in a transaction of its own, and tells how
 * many they were. It is repeated until fewer come. How many there were in all.
 */
export async function inBatches(sweep: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const swept = await sweep(batchSize);
    total += swept;
    if (swept < batchSize) return total;
  }
}

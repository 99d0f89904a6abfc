/** Rows per batch. Small enough that a statement stays far from its time limit and holds its locks briefly. */
export const batchSize = 1000;

/**
 * Repeats a sweep that may have to process millions of rows. `sweep` processes at most `limit` rows in its own
 * transaction and returns their number. The loop ends when a batch is not full. Returns the total.
 */
export async function inBatches(sweep: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const swept = await sweep(batchSize);
    total += swept;
    if (swept < batchSize) return total;
  }
}

/**
 * Finds the highest stored block that the node also has; undefined if there is none. Chains that share a block share
 * all blocks before it, so a few probes are enough: first in growing strides down from the newest block, because most
 * reorganisations are short, then by bisection.
 */
export async function findFork(
  hashAt: (height: number) => Promise<string | undefined>,
  nodeHeight: number,
  stored: ReadonlyMap<number, string>,
): Promise<number | undefined> {
  const heights = [...stored.keys()];
  const lowest = Math.min(...heights);
  const shared = async (height: number): Promise<boolean> => (await hashAt(height)) === stored.get(height);

  let above = Math.min(nodeHeight, Math.max(...heights)) + 1;
  let below = above - 1;
  for (let stride = 1; below >= lowest && !(await shared(below)); stride *= 2) {
    above = below;
    if (below === lowest) return undefined;
    below = Math.max(below - stride, lowest);
  }
  if (below < lowest) return undefined;
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (await shared(middle)) below = middle;
    else above = middle;
  }
  return below;
}

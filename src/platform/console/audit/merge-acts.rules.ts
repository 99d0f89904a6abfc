/** The first of several lists, each newest first by ids that grow with time; of one that is in several, once. */
export function mergeActs<Row extends { readonly id: string }>(
  lists: readonly (readonly Row[])[],
  limit: number,
): Row[] {
  const byId = new Map(lists.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit);
}

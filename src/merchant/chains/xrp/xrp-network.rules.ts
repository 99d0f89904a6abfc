/** The id that a node names in `server_info`, by the names that people use. */
const names: ReadonlyMap<string, number> = new Map([
  ['main', 0],
  ['test', 1],
  ['dev', 2],
]);

/** Transactions of networks above this carry the id, so that none is good for another. */
const firstNamedId = 1025;
const largestId = 2 ** 32 - 1;

/** Undefined where the text names no network. */
export function readNetworkId(text: string): number | undefined {
  const named = names.get(text);
  if (named !== undefined) return named;
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestId ? Number(text) : undefined;
}

export const describeNetwork = (id: number): string =>
  `xrp ${[...names].find(([, named]) => named === id)?.[0] ?? id}`;

/** What a transaction has to say of its network. */
export const networkField = (id: number): { NetworkID?: number } =>
  id < firstNamedId ? {} : { NetworkID: id };

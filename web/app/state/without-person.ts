/** Properties by which stored cards, messages and unsent entries name a person. */
const names = ['id', 'from', 'to', 'userId'] as const;

type Stored = Readonly<Record<string, unknown>>;

const isAbout = (value: Stored, id: string): boolean =>
  names.some((name) => value[name] === id) || (value['card'] as Stored | undefined)?.['id'] === id;

/**
 * Returns a stored value without anything about the person: list elements, properties, or the value itself, which is
 * then undefined. Returns the same object if it holds nothing about them.
 */
export function withoutPerson(value: unknown, id: string): unknown {
  if (value === id) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && isAbout(value as Stored, id)) return undefined;
  const entries = Object.entries(value);
  const rest = entries
    .filter(([key]) => key !== id)
    .map(([key, one]) => [key, withoutPerson(one, id)] as const)
    .filter(([, one]) => one !== undefined);
  const isSame =
    rest.length === entries.length && rest.every(([, one], index) => one === entries[index]?.[1]);
  if (isSame) return value;
  return Array.isArray(value) ? rest.map(([, one]) => one) : Object.fromEntries(rest);
}

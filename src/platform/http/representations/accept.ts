export interface Preference {
  /** In lower case, without parameters. */
  readonly name: string;
  /** 0 means that the client rejects the type. */
  readonly weight: number;
}

/** Parses an Accept header in its order. */
export function readPreferences(header: string): Preference[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^q=([\d.]+)$/.exec(parameter.trim())?.[1]).find(Boolean);
      return { name: name.trim(), weight: weight === undefined ? 1 : Number(weight) };
    });
}

/** Returns the weight of the first listed name. Pass the most specific name first. */
export const weightOf = (preferences: readonly Preference[], ...names: readonly string[]): number =>
  names
    .map((name) => preferences.find((preference) => preference.name === name)?.weight)
    .find((weight) => weight !== undefined) ?? 0;

/** Returns true if the header is that of a browser opening an address. A program that also names JSON gets JSON. */
export function prefersPage(accept: string | undefined): boolean {
  const preferences = readPreferences(accept ?? '');
  const page = weightOf(preferences, 'text/html');
  return (
    page > weightOf(preferences, 'application/problem+json', 'application/json') &&
    page >= weightOf(preferences, '*/*')
  );
}

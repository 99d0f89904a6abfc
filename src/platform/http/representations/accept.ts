export interface Wish {
  /** In lower case, without its parameters. */
  readonly name: string;
  /** 0 is what the client does not want at all. */
  readonly weight: number;
}

/** What an Accept header lists, in its order. */
export function readWishes(header: string): Wish[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^q=([\d.]+)$/.exec(parameter.trim())?.[1]).find(Boolean);
      return { name: name.trim(), weight: weight === undefined ? 1 : Number(weight) };
    });
}

/** Of the first of these names that is listed: the nearest name comes first. */
export const weightOf = (wishes: readonly Wish[], ...names: readonly string[]): number =>
  names
    .map((name) => wishes.find((wish) => wish.name === name)?.weight)
    .find((weight) => weight !== undefined) ?? 0;

/** As a browser does that opens an address; a program that names JSON as well gets that. */
export function prefersPage(accept: string | undefined): boolean {
  const wishes = readWishes(accept ?? '');
  const page = weightOf(wishes, 'text/html');
  return (
    page > weightOf(wishes, 'application/problem+json', 'application/json') && page >= weightOf(wishes, '*/*')
  );
}

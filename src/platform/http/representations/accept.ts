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

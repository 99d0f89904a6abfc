interface Named {
  readonly name: string;
}

export const homeName = 'home';

/** Returns a reference that is unique across databases, such as `merchant:17`, or `17` for the home database. */
export const referTo = ({ name }: Named, what: string): string =>
  name === homeName ? what : `${name}:${what}`;

/** Splits a reference into the database and the name within it. Returns undefined if there is no such database. */
export function readReference<D extends Named>(
  databases: readonly D[],
  text: string,
): { readonly database: D; readonly what: string } | undefined {
  const [, named = homeName, what = ''] = /^(?:([a-z+]+):)?(.*)$/s.exec(text) ?? [];
  const database = databases.find(({ name }) => name === named);
  return database && { database, what };
}

interface Named {
  readonly name: string;
}

export const homeName = 'home';

/** What is in each database under the same number or name is told apart by its name: `merchant:17`; at home it is `17`. */
export const referTo = ({ name }: Named, what: string): string =>
  name === homeName ? what : `${name}:${what}`;

/** The database and what is meant there; undefined where there is no such database. */
export function readReference<D extends Named>(
  databases: readonly D[],
  text: string,
): { readonly database: D; readonly what: string } | undefined {
  const [, named = homeName, what = ''] = /^(?:([a-z+]+):)?(.*)$/s.exec(text) ?? [];
  const database = databases.find(({ name }) => name === named);
  return database && { database, what };
}

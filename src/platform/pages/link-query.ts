/** Returns an address with the changed parameters. Empty parameters are left out. */
export type Link = (changed?: Readonly<Record<string, string>>) => string;

/** Adds parameters to an address. */
export const addQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  linkQuery(address, query)();

/** Filters are query parameters. The result makes links to the same list with some of them changed. */
export const linkQuery =
  (address: string, current: Readonly<Record<string, string | undefined>>): Link =>
  (changed = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...current, ...changed })) {
      if (value !== undefined && value !== '') query.set(name, value);
    }
    const text = query.toString();
    return `${address}${text === '' ? '' : `?${text}`}`;
  };

/** An address with its query; what is empty is left out. */
export type Link = (changed?: Readonly<Record<string, string>>) => string;

/** The address of a form, with what its page is known by: that page is what is there to be loaded again. */
export const addQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  linkQuery(address, query)();

/** Filters live in the address: links to the same list with some of them changed. */
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

/**
 * Returns an absolute URL. Paths such as `/portraits/…` are completed with this server's base URL, so stored links
 * survive a change of it.
 */
export const linkUrl = ({ baseUrl }: { readonly baseUrl: string }, link: string): string =>
  link.startsWith('/') ? `${baseUrl}${link}` : link;

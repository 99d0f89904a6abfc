/**
 * Rewrites a picture's address to the origin of the page. Pictures have the server's public address, while the page may
 * be open under `localhost` or a local name, and the content security policy allows only the page's origin. Returns an
 * empty string for a foreign origin, whose owner could otherwise track viewers.
 */
export function ownAddress(address: string): string {
  const url = URL.parse(address, 'https://here');
  if (url?.protocol === 'blob:' || url?.protocol === 'data:') return address;
  return url?.pathname.startsWith('/social/') ? url.pathname + url.search : '';
}

/**
 * Returns the address of a picture chosen by staff: its own address if it is on this server, otherwise the server's
 * copy. A missing copy leaves the place empty without an error. `of` and `id` name the owning object.
 */
export function copyAddress(
  link: string | null,
  of: 'event' | 'advertisement' | 'presentation',
  id: number | string,
  language?: string,
): string {
  if (link === null || link === '') return '';
  const query = language === undefined ? '' : `?language=${encodeURIComponent(language)}`;
  return ownAddress(link) || `/social/pictures/${of}/${encodeURIComponent(id)}${query}`;
}

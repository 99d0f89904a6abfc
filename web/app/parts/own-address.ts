/**
 * Pictures come with the server's public address, and the page may have been opened under another one of its names:
 * `localhost`, or the machine's in the home. Here they are asked of whoever gave the page, which is all the policy allows.
 * Empty for a picture from elsewhere: its owner would learn who looks at what.
 */
export function ownAddress(address: string): string {
  const url = URL.parse(address, 'https://here');
  if (url?.protocol === 'blob:' || url?.protocol === 'data:') return address;
  return url?.pathname.startsWith('/social/') ? url.pathname + url.search : '';
}

/**
 * Of a picture that staff chose: where it lies here, its own address, and else that of the server's copy, whose absence is
 * no error but only leaves its place empty. `of` and `id` say whose it is.
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

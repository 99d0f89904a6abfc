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

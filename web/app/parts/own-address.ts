/**
 * Pictures come with the server's public address, and the page may have been opened under another one of its names:
 * `localhost`, or the machine's in the home. Here they are asked of whoever gave the page, which is all the policy allows.
 */
export function ownAddress(address: string): string {
  const url = URL.parse(address);
  return url?.pathname.startsWith('/social/') ? url.pathname + url.search : address;
}

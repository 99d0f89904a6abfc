const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export const hostCookieName = (publicUrl: string, name: string): string =>
  isSecure(publicUrl) ? `__Host-${name}` : name;

/**
 * Writes a cookie. With https it has the prefix `__Host-`, so no other host or path can set or read it (RFC 6265bis).
 */
export function writeHostCookie(
  publicUrl: string,
  name: string,
  value: string,
  lifetimeSeconds: number,
): string {
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
  return `${hostCookieName(publicUrl, name)}=${value}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
}

/**
 * Reads the cookie. With https only the prefixed one counts: a sibling host can set the other and thereby sign visitors
 * in as another user.
 */
export function readHostCookie(
  publicUrl: string,
  name: string,
  header: string | undefined,
): string | undefined {
  const wanted = `${hostCookieName(publicUrl, name)}=`;
  const found = header?.split(/;\s*/).find((pair) => pair.startsWith(wanted));
  return found?.slice(wanted.length);
}

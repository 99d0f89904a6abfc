const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');
const nameOf = (publicUrl: string, name: string): string => (isSecure(publicUrl) ? `__Host-${name}` : name);

/** With https, a cookie that no other host or path can set or see (RFC 6265bis, `__Host-`). */
export function writeHostCookie(
  publicUrl: string,
  name: string,
  value: string,
  lifetimeSeconds: number,
): string {
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
  return `${nameOf(publicUrl, name)}=${value}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
}

/** With https only the one with the prefix: a sibling host can set the other, and so make its visitors somebody else. */
export function readHostCookie(
  publicUrl: string,
  name: string,
  header: string | undefined,
): string | undefined {
  const wanted = `${nameOf(publicUrl, name)}=`;
  const found = header?.split(/;\s*/).find((pair) => pair.startsWith(wanted));
  return found?.slice(wanted.length);
}

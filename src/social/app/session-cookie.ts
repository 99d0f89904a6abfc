/** Where the cookie is sent, and to nothing else: not even the app's own files ever see it. */
export const sessionPath = '/app/session';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');
/** `__Secure-`: no page without https can set it (RFC 6265bis). `__Host-` would send it everywhere. */
const nameOf = (publicUrl: string): string => `${isSecure(publicUrl) ? '__Secure-' : ''}praca_app`;

export function writeSessionCookie(publicUrl: string, refreshToken: string, lifetimeSeconds: number): string {
  const attributes = `Path=${sessionPath}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict`;
  return `${nameOf(publicUrl)}=${refreshToken}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
}

export function readSessionCookie(publicUrl: string, header: string | undefined): string | undefined {
  const wanted = `${nameOf(publicUrl)}=`;
  return header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(wanted))
    ?.slice(wanted.length);
}

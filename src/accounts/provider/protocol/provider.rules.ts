import { twoFactors } from '../../sessions/acr.rules.ts';

/** Returns a parameter of a request. Anything but a text counts as missing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the fields of a form or query. */
export const fieldsOf =
  (source: unknown) =>
  (name: string): string =>
    textOf((source as Record<string, unknown> | null | undefined)?.[name]);

/** Returns true if a request prefers two factors over what the session has. */
export const asksForMore = (acrValues: unknown, acr: string | undefined): boolean =>
  typeof acrValues === 'string' && acr !== twoFactors && acrValues.split(' ')[0] === twoFactors;

/**
 * Returns true if a redirect leads to a program on the device: other programs can register the same custom scheme or
 * listen on the same port, so the person must see who asks.
 */
export function leadsToDevice(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return true;
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/** Returns the source of a redirect for the directive form-action: Chromium applies it to the answer of a form. */
export function formTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return "'self'";
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol;
}

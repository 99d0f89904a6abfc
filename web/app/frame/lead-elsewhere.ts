import { matchPath } from '../router/match-path.ts';
import { places } from '../router/places.ts';

export interface Visitor {
  readonly isSignedIn: boolean;
  /** True if the user has not seen the tour yet. */
  readonly needsTour: boolean;
}

/** Returns the address that was opened before the sign-in, only if it is a screen of this app. */
function readAsked(query: string): string | undefined {
  const asked = URL.parse(new URLSearchParams(query).get('to') ?? '', 'https://app.invalid');
  return asked && matchPath(asked.pathname) ? asked.pathname + asked.search : undefined;
}

/**
 * Returns the address to redirect to, or undefined if the visitor may see this one. The tour replaces only the start
 * screen, not a link that the user opened.
 */
export function redirectFor(
  { path, query }: { readonly path: string; readonly query: string },
  { isSignedIn, needsTour }: Visitor,
  startPath: string,
): string | undefined {
  const match = matchPath(path);
  const isStart = /^\/app\/?$/.test(path);
  if (isStart || match?.name === 'sign-in') {
    if (!isSignedIn) return isStart ? '/app/sign-in' : undefined;
    if (!isStart && new URLSearchParams(query).has('again')) return undefined;
    return readAsked(query) ?? (needsTour ? '/app/welcome' : startPath);
  }
  if (!match || places[match.name].isOpen || isSignedIn) return undefined;
  return `/app/sign-in?to=${encodeURIComponent(path + query)}`;
}

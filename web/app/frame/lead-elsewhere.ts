import { matchPath } from '../router/match-path.ts';
import { places } from '../router/places.ts';

export interface Visitor {
  readonly isSignedIn: boolean;
  /** Has not been shown around yet. */
  readonly needsTour: boolean;
}

/** The link that was opened before the sign-in: only ever to a screen of ours. */
function readAsked(query: string): string | undefined {
  const asked = URL.parse(new URLSearchParams(query).get('to') ?? '', 'https://app.invalid');
  return asked && matchPath(asked.pathname) ? asked.pathname + asked.search : undefined;
}

/**
 * Where somebody who asks for this address is led instead; nothing where it is theirs to see. The tour stands at the
 * beginning, not in the way of a link that somebody has opened.
 */
export function leadElsewhere(
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

import { useLayoutEffect } from 'preact/hooks';
import { matchPath } from '../router/match-path.ts';
import { places } from '../router/places.ts';
import { navigate } from '../router/router.ts';

/** Where somebody who asks for this address is led instead; nothing where it is theirs to see. */
export function leadElsewhere(path: string, isSignedIn: boolean, startPath: string): string | undefined {
  const match = matchPath(path);
  if (/^\/app\/?$/.test(path)) return isSignedIn ? startPath : '/app/sign-in';
  if (!match) return undefined;
  if (match.name === 'sign-in') return isSignedIn ? startPath : undefined;
  if (places[match.name].isOpen || isSignedIn) return undefined;
  return `/app/sign-in?to=${encodeURIComponent(path)}`;
}

export function useGuardedVisit(path: string, isSignedIn: boolean, startPath: string): void {
  useLayoutEffect(() => {
    const asked = new URLSearchParams(location.search).get('to');
    // After the sign-in: to the link that was opened before it. Only ever to a screen of ours.
    const start = asked !== null && matchPath(asked) ? asked : startPath;
    const other = leadElsewhere(path, isSignedIn, start);
    if (other !== undefined) navigate(other, { replace: true });
  }, [path, isSignedIn]);
}

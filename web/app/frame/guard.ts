import { useLayoutEffect } from 'preact/hooks';
import { navigate } from '../router/router.ts';
import { redirectFor, type Visitor } from './lead-elsewhere.ts';

export function useGuardedVisit(
  visit: { readonly path: string; readonly query: string },
  visitor: Visitor,
  startPath: string,
): void {
  useLayoutEffect(() => {
    const other = redirectFor(visit, visitor, startPath);
    if (other !== undefined) navigate(other, { replace: true });
  }, [visit.path, visitor.isSignedIn]);
}

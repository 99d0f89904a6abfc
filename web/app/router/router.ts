import { createStore, type Store } from '../state/store.ts';

export interface Visit {
  readonly path: string;
  readonly query: string;
  /** Distinguishes visits to the same address. */
  readonly key: string;
}

interface Kept {
  readonly key?: string;
  readonly depth?: number;
}

const kept = (): Kept => (history.state ?? {}) as Kept;
const newKey = (): string => Math.random().toString(36).slice(2, 10);
const here = (): Visit => ({
  path: location.pathname,
  query: location.search,
  key: kept().key ?? 'first',
});

const visits: Store<Visit> = createStore(here());
export const visit: Pick<Store<Visit>, 'get' | 'watch'> = visits;

/** Scroll positions by visit key, restored on back. */
const scrolls = new Map<string, number>();

export const scrollOf = (key: string): number => scrolls.get(key) ?? 0;

const depth = (): number => kept().depth ?? 0;

export function navigate(address: string, { replace = false } = {}): void {
  const url = new URL(address, location.href);
  scrolls.set(visits.get().key, scrollY);
  // A changed filter keeps the visit, and with it the scroll position and the focus.
  const isSame = replace && url.pathname === location.pathname;
  const state: Kept = { key: isSame ? visits.get().key : newKey(), depth: depth() + (replace ? 0 : 1) };
  if (replace) history.replaceState(state, '', url);
  else history.pushState(state, '', url);
  visits.set(here());
}

/** Goes back in history, or to `otherwise` if the previous page was not in this app. */
export function goBack(otherwise: string): void {
  if (depth() > 0) history.back();
  else navigate(otherwise, { replace: true });
}

/** Intercepts plain clicks on links. Links keep a real `href`, so they can be copied or opened in another tab. */
function takeClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (!/^\/app(?:\/|$)/.test(link.pathname)) return;
  event.preventDefault();
  if (link.pathname + link.search === location.pathname + location.search) scrollTo({ top: 0 });
  else navigate(link.href);
}

export function startRouter(): void {
  history.scrollRestoration = 'manual';
  if (kept().key === undefined) history.replaceState({ key: newKey(), depth: 0 } satisfies Kept, '');
  visits.set(here());
  addEventListener('popstate', () => {
    scrolls.set(visits.get().key, scrollY);
    visits.set(here());
  });
  document.addEventListener('click', takeClick);
}

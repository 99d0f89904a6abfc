import { useLayoutEffect, useState } from 'preact/hooks';

/** Observable value. Values must be replaced, never mutated. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  change(how: (before: T) => T): void;
  /** Returns a function that stops watching. */
  watch(listener: (value: T) => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  const set = (next: T): void => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of listeners) listener(next);
  };
  return {
    get: () => value,
    set,
    change: (how) => set(how(value)),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the current value and re-renders the component when it changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'watch'>): T {
  const [, draw] = useState({});
  const drawn = store.get();
  useLayoutEffect(() => {
    // The value may have changed between rendering and this effect.
    if (!Object.is(store.get(), drawn)) draw({});
    return store.watch(() => draw({}));
  }, [store]);
  return drawn;
}

import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that others watch. What is put in is never changed afterwards, only replaced. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  change(how: (before: T) => T): void;
  /** Answers how to stop watching. */
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

/** The present value, for a component, which is drawn again whenever it changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'watch'>): T {
  const [, draw] = useState({});
  const drawn = store.get();
  useLayoutEffect(() => {
    // It may have changed between the drawing and now.
    if (!Object.is(store.get(), drawn)) draw({});
    return store.watch(() => draw({}));
  }, [store]);
  return drawn;
}

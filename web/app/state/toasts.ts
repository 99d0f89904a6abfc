import { createStore, type Store } from './store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'plain' | 'bad';
  /** Set if the action can be undone. */
  readonly undo?: { readonly label: string; run(): void };
}

export const toast: Store<Toast | undefined> = createStore<Toast | undefined>(undefined);

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a toast, which replaces the previous one. It stays for the time needed to read it, and longer if it has a
 * button.
 */
export function showToast({
  kind = 'plain',
  ...given
}: Omit<Toast, 'id' | 'kind'> & { kind?: Toast['kind'] }): void {
  clearTimeout(timer);
  toast.set({ id: ++lastId, kind, ...given });
  timer = setTimeout(hideToast, (given.undo ? 8000 : 4000) + given.text.length * 40);
}

export function hideToast(): void {
  clearTimeout(timer);
  toast.set(undefined);
}

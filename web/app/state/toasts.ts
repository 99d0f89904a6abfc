import { createStore, type Store } from './store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'plain' | 'bad';
  /** For what can be taken back. */
  readonly undo?: { readonly label: string; run(): void };
}

export const toast: Store<Toast | undefined> = createStore<Toast | undefined>(undefined);

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** One at a time: the newer one counts. It stays as long as it takes to read, longer where there is something to do. */
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

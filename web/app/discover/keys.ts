import { useEffect, useRef } from 'preact/hooks';

export type KeyAct = 'like' | 'pass' | 'open' | 'photo' | 'block' | 'report' | 'undo' | 'help';

/** Shown in the help sheet, in this order. */
export const keys: Readonly<Record<string, KeyAct>> = {
  ArrowRight: 'like',
  ArrowLeft: 'pass',
  ArrowUp: 'open',
  ArrowDown: 'photo',
  u: 'undo',
  b: 'block',
  r: 'report',
  '?': 'help',
};

export const keyNames: Readonly<Record<KeyAct, string>> = {
  like: '→',
  pass: '←',
  open: '↑',
  photo: '↓',
  undo: 'U',
  block: 'B',
  report: 'R',
  help: '?',
};

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Held down: nobody likes the whole town at once. */
  readonly repeat: boolean;
}

/** What a key means; nothing with the modifiers of the browser's own. */
export function actOfKey({ key, ctrlKey, metaKey, altKey, repeat }: Pressed): KeyAct | undefined {
  if (ctrlKey || metaKey || altKey || repeat) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(keys, name) ? keys[name] : undefined;
}

/** Wherever the focus is, but not while somebody writes or a dialogue is open. */
export function useKeys(onAct: (act: KeyAct) => void): void {
  const latest = useRef(onAct);
  latest.current = onAct;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const act = actOfKey(event);
      const isWriting = (event.target as Element | null)?.closest('input, textarea, select, dialog') !== null;
      if (act === undefined || event.defaultPrevented || isWriting || document.querySelector('dialog[open]'))
        return;
      event.preventDefault();
      latest.current(act);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

import { useEffect, useRef } from 'preact/hooks';

export type KeyAct = 'like' | 'pass' | 'open' | 'photo' | 'block' | 'report' | 'undo' | 'help';

/** Keyboard shortcuts in the order of the help sheet. */
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
  /** True while the key is held down. Repeats are ignored, so that a held key does not like everyone. */
  readonly repeat: boolean;
}

/** Returns the action of a key. Keys with modifiers belong to the browser. */
export function actOfKey({ key, ctrlKey, metaKey, altKey, repeat }: Pressed): KeyAct | undefined {
  if (ctrlKey || metaKey || altKey || repeat) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(keys, name) ? keys[name] : undefined;
}

/** Handles shortcuts on the whole page, except while the user types or a dialogue is open. */
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

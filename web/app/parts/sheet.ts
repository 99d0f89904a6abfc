import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { drawButton } from './button.ts';
import { html, type Children } from './html.ts';
import { keepFocus } from './keep-focus.ts';

export interface SheetProperties {
  readonly title: string;
  /** Also by Escape, the back button of phones, and a tap beside it. */
  readonly onClose: () => void;
  readonly children: Children;
}

/** The first thing to do in it, besides closing it. */
function focusFirst(shown: HTMLElement): void {
  const [close, first = close] = shown.querySelectorAll<HTMLElement>('button, a, input, select, textarea');
  first?.focus();
}

/**
 * A dialogue that comes from below on phones. The browser keeps the focus inside and gives it back. Another title is
 * another step, which begins at its beginning.
 */
export function Sheet({ title, onClose, children }: SheetProperties): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const texts = useTexts(frameTexts);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      // While it is still in the document: later, the browser would not know whom to give the focus back to.
      shown?.close();
      // What opened it may go at the same time, as somebody who was blocked does.
      queueMicrotask(keepFocus);
    };
  }, []);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.contains(document.activeElement)) focusFirst(shown);
  }, [title]);
  return html`<dialog
    class="sheet"
    ref=${dialog}
    aria-labelledby="sheet-title"
    onCancel=${(event: Event) => {
      event.preventDefault();
      onClose();
    }}
    onClick=${(event: MouseEvent) => event.target === dialog.current && onClose()}
  >
    <div class="inside stack">
      <div class="row apart">
        <h2 id="sheet-title">${title}</h2>
        ${drawButton({ label: texts.close, icon: 'close', isIconAlone: true, kind: 'quiet', onClick: onClose })}
      </div>
      ${children}
    </div>
  </dialog>`;
}

import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { drawButton } from './button.ts';
import { html, type Children } from './html.ts';
import { keepFocus } from './keep-focus.ts';

export interface SheetProperties {
  readonly title: string;
  /** Also called for Escape, the back button of phones, and a tap outside. */
  readonly onClose: () => void;
  readonly children: Children;
}

/** Focuses the first control after the close button. */
function focusFirst(shown: HTMLElement): void {
  const [close, first = close] = shown.querySelectorAll<HTMLElement>('button, a, input, select, textarea');
  first?.focus();
}

/**
 * Renders a dialogue, which slides up from the bottom on phones. The browser traps the focus and restores it on close.
 * A change of the title means another step and moves the focus to its beginning.
 */
export function Sheet({ title, onClose, children }: SheetProperties): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const texts = useTexts(frameTexts);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      // Must run while the dialog is in the document, otherwise the browser cannot restore the focus.
      shown?.close();
      // The element that opened the sheet may be removed at the same time, for example the card of a blocked person.
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

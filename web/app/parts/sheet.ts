import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { drawButton } from './button.ts';
import { html, type Children } from './html.ts';

export interface SheetProperties {
  readonly title: string;
  /** Also by Escape, the back button of phones, and a tap beside it. */
  readonly onClose: () => void;
  readonly children: Children;
}

/** A dialogue that comes from below on phones. The browser keeps the focus inside and gives it back. */
export function Sheet({ title, onClose, children }: SheetProperties): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const texts = useTexts(frameTexts);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
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

import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { html } from '../../parts/html.ts';
import { Sheet } from '../../parts/sheet.ts';
import { showToast } from '../../state/toasts.ts';
import { frameTexts } from '../../texts/frame-texts.ts';
import { useTexts } from '../../texts/language.ts';
import type { Line } from './chat-rules.ts';
import { deleteMessage } from './chats.ts';
import { chatTexts } from './texts.ts';

export interface MessageMenuProperties {
  readonly otherId: string;
  readonly name: string;
  readonly line: Line;
  readonly onClose: () => void;
  /** The message is gone, and what had opened this with it. */
  readonly onDeleted: () => void;
}

/** Pages that came without https have no clipboard. */
const canCopy = (): boolean => 'clipboard' in navigator;

/** Deleting says for whom before it does; the server does not give back what is deleted. */
export function MessageMenu({ otherId, name, line, onClose, onDeleted }: MessageMenuProperties): VNode {
  const [texts, frame] = [useTexts(chatTexts), useTexts(frameTexts)];
  const [isDeleting, setDeleting] = useState(false);
  const copy = (): void => {
    onClose();
    void navigator.clipboard.writeText(line.text).then(() => showToast({ text: texts.copied }));
  };
  return html`${h(Sheet, {
    title: isDeleting ? texts.delete : texts.options,
    onClose,
    children: html`<div key=${String(isDeleting)} class="stack tight">
      <blockquote class="quoted" dir="auto">${line.text.slice(0, 200)}</blockquote>
      ${
        isDeleting
          ? html`<p>${line.isOwn ? texts.deleteOwn : texts.deleteOther(name)}</p>
              ${drawButton({
                label: texts.delete,
                kind: 'danger',
                isWide: true,
                onClick: () => {
                  onClose();
                  if (line.id !== undefined) void deleteMessage(otherId, line.id);
                  // Once the sheet is closed, which lets nothing else have the focus.
                  requestAnimationFrame(onDeleted);
                },
              })}
              ${drawButton({ label: frame.cancel, kind: 'plain', isWide: true, onClick: onClose })}`
          : html`${canCopy() && drawButton({ label: texts.copy, icon: 'copy', kind: 'plain', isWide: true, onClick: copy })}
            ${drawButton({ label: texts.delete, icon: 'bin', kind: 'plain', isWide: true, onClick: () => setDeleting(true) })}`
      }
    </div>`,
  })}`;
}

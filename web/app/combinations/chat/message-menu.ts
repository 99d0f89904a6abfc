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
  /** Called when the message and the button that opened this menu are gone, so that the caller can move the focus. */
  readonly onDeleted: () => void;
}

/** The clipboard is missing on pages served without https. */
const canCopy = (): boolean => 'clipboard' in navigator;

/**
 * Renders the menu of a message. Deletion asks for confirmation and says for whom the message disappears, because the
 * server cannot restore it.
 */
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
                  // Runs after the sheet is closed, because an open sheet traps the focus.
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

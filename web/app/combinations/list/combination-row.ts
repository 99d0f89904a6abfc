import { h, type VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { html } from '../../parts/html.ts';
import { Photo } from '../../parts/photo.ts';
import { drawCount } from '../../parts/pieces.ts';
import { outbox } from '../../state/outbox.ts';
import { useStore } from '../../state/store.ts';
import { frameTexts } from '../../texts/frame-texts.ts';
import { useTexts } from '../../texts/language.ts';
import { shortText } from '../chat/moments.ts';
import { typing } from '../chat/typing.ts';
import { combinationTexts } from '../texts.ts';
import type { Combination } from './combination-rules.ts';

export interface RowProperties {
  readonly one: Combination;
  readonly isCurrent: boolean;
  readonly onMenu: (one: Combination) => void;
}

const swipePx = 64;

/** Renders one chat of the list. A swipe to the left, a right click and the menu button all open the same menu. */
export function CombinationRow({ one, isCurrent, onMenu }: RowProperties): VNode {
  const [texts, frame] = [useTexts(combinationTexts), useTexts(frameTexts)];
  const isTyping = useStore(typing).has(one.id);
  const begin = useRef<{ x: number; y: number }>(null);
  const hasSwiped = useRef(false);
  const open = (event: Event): void => {
    event.preventDefault();
    onMenu(one);
  };
  const end = (event: PointerEvent): void => {
    const from = begin.current;
    begin.current = null;
    if (!from || event.pointerType === 'mouse') return;
    hasSwiped.current = from.x - event.clientX > swipePx && Math.abs(from.y - event.clientY) < swipePx / 2;
    if (hasSwiped.current) onMenu(one);
  };
  return html`<li class="talk-row">
    <a
      href=${`/app/chat/${one.id}`}
      aria-current=${isCurrent ? 'true' : undefined}
      draggable=${false}
      onContextMenu=${open}
      onPointerDown=${(event: PointerEvent) => (begin.current = { x: event.clientX, y: event.clientY })}
      onPointerUp=${end}
      onClick=${(event: Event) => {
        if (hasSwiped.current) event.preventDefault();
        hasSwiped.current = false;
      }}
    >
      <span class="face">
        ${h(Photo, { url: one.thumb, name: one.name, shape: 'round' })}
        ${one.isOnline && html`<span class="online"><span class="unseen">${texts.online}</span></span>`}
      </span>
      <span class="name" dir="auto">${one.name}</span>
      ${one.last_message && html`<time datetime=${one.last_message.sent_at}>${shortText(one.last_message.sent_at, new Date())}</time>`}
      <span class=${one.unreadQty > 0 ? 'last unread' : 'last'}>
        ${isTyping ? html`<em>${texts.typing}</em>` : h(LastLine, { one })}
      </span>
      ${drawCount(one.unreadQty, frame.unread(one.unreadQty))}
    </a>
    ${drawButton({ label: texts.options(one.name), icon: 'more', isIconAlone: true, kind: 'quiet', onClick: open })}
  </li>`;
}

/** Renders the last message. A pending outgoing message takes precedence. */
function LastLine({ one }: { readonly one: Combination }): VNode {
  const texts = useTexts(combinationTexts);
  const waits = useStore(outbox).findLast(({ to }) => to === one.id);
  const last = one.last_message;
  if (waits) return html`<span class="soft">${texts.waiting}</span> <bdi>${shorten(waits.text)}</bdi>`;
  if (!last) return html``;
  if (last.deleted) return html`<em>${texts.deleted}</em>`;
  return html`${last.from !== one.id && html`<span>${texts.you} </span>`}<bdi>${shorten(last.message)}</bdi>`;
}

/** Shortens the text. At most one line of it is visible. */
const shorten = (text: string): string => text.slice(0, 200);

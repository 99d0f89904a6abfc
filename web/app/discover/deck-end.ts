import type { VNode } from 'preact';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { drawEmpty, drawSkeleton } from '../parts/pieces.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { asking, deck, fillDeck } from './deck-state.ts';
import { discoverTexts } from './texts.ts';

/** Renders the empty deck: the reason, and actions such as changing the filter. */
export function DeckEnd({ onFilter }: { readonly onFilter: () => void }): VNode {
  const [texts, frame] = [useTexts(discoverTexts), useTexts(frameTexts)];
  const state = useStore(asking);
  const { isWhole } = useStore(deck);
  const again = (label: string): VNode =>
    drawButton({ label, kind: 'plain', isWide: true, onClick: () => void fillDeck({ startsOver: true }) });
  if (state === 'failed' && !isWhole)
    return drawEmpty({ title: texts.failedTitle, text: frame.offline, children: again(frame.tryAgain) });
  if (!isWhole) return html`<div class="deck">${drawSkeleton('card')}</div>`;
  return drawEmpty({
    title: texts.emptyTitle,
    text: texts.emptyText,
    children: html`<div class="stack tight end-acts">
      <a class="button wide" href="/app/events">${texts.seeEvents}</a>
      ${drawButton({ label: texts.widen, kind: 'plain', isWide: true, onClick: onFilter })}
      ${again(texts.again)}
    </div>`,
  });
}

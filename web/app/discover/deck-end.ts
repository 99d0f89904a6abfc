import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { drawEmpty, drawSkeleton } from '../parts/pieces.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { config, readConfig } from '../state/config.ts';
import { asking, deck, fillDeck } from './deck-state.ts';
import { isNarrow } from './filter.ts';
import { discoverTexts } from './texts.ts';

/** Renders the empty deck: the reason, and actions such as changing the filter. */
export function DeckEnd({ onFilter }: { readonly onFilter: () => void }): VNode {
  const [texts, frame] = [useTexts(discoverTexts), useTexts(frameTexts)];
  const state = useStore(asking);
  const { isWhole } = useStore(deck);
  const found = useStore(config);
  useEffect(() => {
    readConfig().then(
      (now) => config.set(now),
      () => {},
    );
  }, []);
  const again = (label: string): VNode =>
    drawButton({ label, kind: 'plain', isWide: true, onClick: () => void fillDeck({ startsOver: true }) });
  if (state === 'failed' && !isWhole)
    return drawEmpty({ title: texts.failedTitle, text: frame.offline, children: again(frame.tryAgain) });
  if (!isWhole) return html`<div class="deck">${drawSkeleton('card')}</div>`;
  const filtered = found !== undefined && isNarrow(found);
  const events = html`<a class=${filtered ? 'button plain wide' : 'button wide'} href="/app/events">
    ${texts.seeEvents}
  </a>`;
  const widen = drawButton({
    label: texts.widen,
    kind: filtered ? 'main' : 'plain',
    isWide: true,
    onClick: onFilter,
  });
  return drawEmpty({
    title: filtered ? texts.narrowTitle : texts.emptyTitle,
    text: filtered ? texts.narrowText : texts.emptyText,
    children: html`<div class="stack tight end-acts">
      ${filtered ? [widen, events] : events} ${again(texts.again)}
    </div>`,
  });
}

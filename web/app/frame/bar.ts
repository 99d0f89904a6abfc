import type { VNode } from 'preact';
import { drawIcon } from '../parts/icon.ts';
import { html } from '../parts/html.ts';
import { drawCount } from '../parts/pieces.ts';
import { barPlaces, places, type BarName, type PlaceName } from '../router/places.ts';
import { unread } from '../state/counters.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';

/** Tab of the bar that is marked for screens without a tab of their own. */
const belongsTo: Readonly<Partial<Record<string, BarName>>> = { chat: 'combinations' };

/** Renders the tab bar: at the bottom on phones, at the left on wide screens. */
export function Bar({ place }: { readonly place: PlaceName | undefined }): VNode {
  const texts = useTexts(frameTexts);
  const counts = useStore(unread);
  const current = place && (belongsTo[place] ?? place);
  return html`<nav class="bar" aria-label=${texts.places}>
    <span class="brand"><img src="/app/icon.svg" alt="" width="28" height="28" />Praça</span>
    ${barPlaces.map((name) => {
      const count = counts[name] ?? 0;
      return html`<a
        key=${name}
        href=${places[name].paths[0]}
        aria-current=${name === current ? 'page' : undefined}
      >
        <span class="sign">${drawIcon(name)}${drawCount(count, texts.unread(count))}</span>
        <span>${texts[name]}</span>
      </a>`;
    })}
  </nav>`;
}

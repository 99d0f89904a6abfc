import { h, type VNode } from 'preact';
import { html } from '../parts/html.ts';
import { Photo } from '../parts/photo.ts';
import { useTexts } from '../texts/language.ts';
import type { Card } from './people.ts';
import { discoverTexts } from './texts.ts';

export interface TurnerProperties {
  readonly card: Card;
  readonly photos: readonly string[];
  readonly index: number;
  /** Omitted for a read-only view. */
  readonly onTurn?: ((index: number) => void) | undefined;
}

/** Renders photos with tap areas: the next photo on the right, the previous one on the left. */
export function PhotoTurner({ card, photos, index, onTurn }: TurnerProperties): VNode {
  const texts = useTexts(discoverTexts);
  const at = Math.min(index, photos.length - 1);
  const says = texts.photoOf(card.name, at + 1, photos.length);
  const turn = (by: number) => () => onTurn?.((at + by + photos.length) % photos.length);
  return html`<div class="turner">
    ${h(Photo, { url: photos[at] ?? '', name: card.name, says, shape: 'card', isFirst: true })}
    ${
      photos.length > 1 &&
      html`<div class="dots" aria-hidden="true">
        ${photos.map((_, one) => html`<span key=${one} class=${one === at ? 'at' : ''}></span>`)}
      </div>`
    }
    ${
      photos.length > 1 &&
      onTurn &&
      html`<button type="button" class="turn before" aria-label=${texts.photoBefore} onClick=${turn(-1)} />
        <button type="button" class="turn after" aria-label=${texts.photo} onClick=${turn(1)} />`
    }
  </div>`;
}

import { h, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html, type Children } from '../parts/html.ts';
import { drawIcon } from '../parts/icon.ts';
import { Photo } from '../parts/photo.ts';
import { useTexts } from '../texts/language.ts';
import type { OwnPhoto } from '../profile/own-state.ts';
import { profileTexts } from '../profile/texts.ts';
import { useDrag } from './use-drag.ts';

export interface PhotoGridProperties {
  readonly photos: readonly OwnPhoto[];
  readonly onMove: (from: number, to: number) => void;
  readonly onOpen: (photoId: string) => void;
  readonly children?: Children;
}

/** Renders the photos. A tap opens the menu of a photo; dragging or the arrow keys move it. */
export function PhotoGrid({ photos, onMove, onOpen, children }: PhotoGridProperties): VNode {
  const texts = useTexts(profileTexts);
  const grid = useRef<HTMLUListElement>(null);
  const { handlers, endsDrag } = useDrag(grid, onMove);
  // Moving an element in the DOM drops its focus, which the next arrow key needs.
  const held = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (held.current === undefined) return;
    grid.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(held.current)}"]`)?.focus();
    held.current = undefined;
  }, [photos]);
  const takeKey = (event: KeyboardEvent, index: number, id: string): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    held.current = id;
    onMove(index, index + by);
  };
  return html`<ul class="photo-grid" ref=${grid} ...${handlers}>
    ${photos.map(
      ({ id, url, thumb }, index) =>
        html`<li key=${id} data-index=${index}>
          <button
            type="button"
            class="photo-tile"
            data-id=${id}
            aria-label=${texts.photo(index + 1, photos.length)}
            onClick=${(event: MouseEvent) => endsDrag(event) || onOpen(id)}
            onKeyDown=${(event: KeyboardEvent) => takeKey(event, index, id)}
          >
            ${h(Photo, { url: index === 0 ? url : thumb, name: String(index + 1), shape: 'card', isFirst: true })}
            <span class="grip">${drawIcon('more')}</span>
          </button>
        </li>`,
    )}
    ${children && html`<li key="add">${children}</li>`}
  </ul>`;
}

import { h, type VNode } from 'preact';
import { html } from '../parts/html.ts';
import { copyAddress } from '../parts/own-address.ts';
import { Photo } from '../parts/photo.ts';
import { drawBadge } from '../parts/pieces.ts';
import { whenWords } from '../texts/event-time.ts';
import { language, useTexts } from '../texts/language.ts';
import { statesOf, type Event, type EventState } from './event-state.ts';
import { cityName } from './filter.ts';
import { eventsTexts } from './texts.ts';

const kinds: Readonly<Record<EventState, 'plain' | 'good' | 'warn' | 'bad'>> = {
  cancelled: 'bad',
  over: 'plain',
  postponed: 'warn',
  moved: 'warn',
  running: 'good',
  full: 'plain',
  few: 'warn',
};

/** Renders the most important states of an event as badges. */
export function States({ event }: { readonly event: Event }): VNode {
  const texts = useTexts(eventsTexts);
  return html`${event.isConfirmed && drawBadge(texts.youGo, 'good')}
  ${event.isWaiting && drawBadge(texts.youWait, 'warn')}
  ${statesOf(event, Date.now()).map((state) => drawBadge(texts.states[state], kinds[state]))}`;
}

export interface TileProperties {
  readonly event: Event;
  /** `wide` has the picture above the text, `listed` to its left. */
  readonly shape: 'wide' | 'listed';
}

export function Tile({ event, shape }: TileProperties): VNode {
  const texts = useTexts(eventsTexts);
  return html`<a class=${`tile ${shape}`} href=${`/app/events/${event.id}`}>
    ${h(Photo, { url: copyAddress(event.image, 'event', event.id), name: event.name, shape: shape === 'wide' ? 'wide' : 'square' })}
    <div class="words">
      <div class="badges">${h(States, { event })}</div>
      <h3>${event.name}</h3>
      <span class="small">${whenWords(event, language.get(), new Date())}</span>
      <span class="soft small">${event.location.name} · ${cityName(event.location)}</span>
      ${event.participantsQty > 0 && html`<span class="soft small">${texts.goes(event.participantsQty)}</span>`}
    </div>
  </a>`;
}

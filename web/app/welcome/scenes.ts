import type { SocialApi } from '@praca/client';
import { h, type VNode } from 'preact';
import { html } from '../parts/html.ts';
import { drawIcon } from '../parts/icon.ts';
import { copyAddress } from '../parts/own-address.ts';
import { Photo } from '../parts/photo.ts';
import { whenWords } from '../texts/event-time.ts';
import { language, textsNow } from '../texts/language.ts';
import { welcomeTexts } from './texts.ts';

type Event = SocialApi['GET /event/spotlight']['answer'][number];
type Card = SocialApi['GET /user/feed']['answer'][number];

/** An event and a card of this installation. Invented ones stand in for those that cannot be read. */
export interface Samples {
  readonly event: Event | undefined;
  readonly card: Card | undefined;
}

function drawEvent({ event }: Samples): VNode {
  const { exampleEvent } = textsNow(welcomeTexts);
  const { name, when, where } = event
    ? {
        name: event.name,
        when: whenWords(event, language.get(), new Date()),
        where: `${event.location.name} · ${event.location.city}, ${event.location.state}`,
      }
    : exampleEvent;
  const url = event ? copyAddress(event.image, 'event', event.id) : '';
  return html`<div class="tile wide">
    ${h(Photo, { url, name, shape: 'wide', isFirst: true })}
    <div class="words">
      <strong>${name}</strong>
      <span class="small">${when}</span>
      <span class="soft small">${where}</span>
    </div>
  </div>`;
}

function drawCard({ card, event }: Samples): VNode {
  const texts = textsNow(welcomeTexts);
  const { name, local } = card
    ? { name: card.age === null ? card.name : `${card.name}, ${card.age}`, local: card.local }
    : texts.examplePerson;
  return html`<div class="person-card">
    ${h(Photo, { url: card?.image ?? '', name, shape: 'card' })}
    <div class="caption">
      <strong>${name}</strong>
      ${local !== '' && html`<p>${drawIcon('place')}<span>${local}</span></p>`}
      ${
        !card &&
        html`<p>${drawIcon('events')}<span>${texts.alsoGoes((event ?? texts.exampleEvent).name)}</span></p>`
      }
    </div>
  </div>`;
}

function drawChat({ event }: Samples): VNode {
  const texts = textsNow(welcomeTexts);
  return html`<ol class="sample-chat">
    ${texts.chat((event ?? texts.exampleEvent).name).map(
      (text, index) =>
        html`<li key=${index} class=${index % 2 === 0 ? 'line own' : 'line other'}>
          <div class="bubble"><p class="text" dir="auto">${text}</p></div>
        </li>`,
    )}
  </ol>`;
}

const scenes = [drawEvent, drawCard, drawChat];

/** Renders a picture of the app: an event, a card, or a chat. The caption beside it says the same in words. */
export const drawScene = (index: number, samples: Samples): VNode =>
  html`<div class="scene" aria-hidden="true">${scenes[index % scenes.length]?.(samples)}</div>`;

import { h, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawIcon } from '../parts/icon.ts';
import { html, type Children } from '../parts/html.ts';
import { useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import { outsideOf } from './drag.ts';
import { people, photosOf, type Card } from './people.ts';
import { nameAndAge, sharedNames } from './person-words.ts';
import { PhotoTurner } from './photo-turner.ts';
import { discoverTexts } from './texts.ts';
import { useDrag, wantsLessMotion } from './use-drag.ts';

/** Position of a card: on top, below it, or animating out to one side. */
export type Role = 'top' | 'next' | 'like' | 'pass';

export interface SlotProperties {
  readonly role: Role;
  readonly onDecide: (decision: 'like' | 'pass') => void;
  readonly onGone: () => void;
  readonly children: Children;
}

/** Renders the draggable element, with a person's card or an advertisement in it. */
export function Slot({ role, onDecide, onGone, children }: SlotProperties): VNode {
  const texts = useTexts(discoverTexts);
  const element = useRef<HTMLDivElement>(null);
  useDrag({ element, isOn: role === 'top', onDecide });
  useLayoutEffect(() => {
    const slot = element.current;
    if (!slot || (role !== 'like' && role !== 'pass')) return undefined;
    if (wantsLessMotion()) return onGone();
    const flight = slot.animate(
      [{ transform: slot.style.transform || 'none' }, { transform: outsideOf(role, slot.offsetWidth) }],
      { duration: 240, easing: 'ease-in', fill: 'forwards' },
    );
    flight.addEventListener('finish', onGone);
    return () => flight.cancel();
  }, [role]);
  const isTop = role === 'top';
  return html`<div
    ref=${element}
    class=${`slot ${isTop || role === 'next' ? role : 'leaving'}`}
    inert=${!isTop}
    aria-hidden=${isTop ? undefined : 'true'}
  >
    ${children}
    <span class="side like" data-side="like" aria-hidden="true">${texts.like}</span>
    <span class="side pass" data-side="pass" aria-hidden="true">${texts.pass}</span>
  </div>`;
}

export interface PersonCardProperties {
  readonly card: Card;
  readonly photoIndex: number;
  readonly onTurn: (index: number) => void;
}

/** Renders a person over a full-size photo. The text links to the full profile. */
export function PersonCard({ card, photoIndex, onTurn }: PersonCardProperties): VNode {
  const texts = useTexts(discoverTexts);
  const person = useStore(people)[card.id];
  const shared = sharedNames(person);
  return html`<article class="person-card" aria-label=${nameAndAge(card)}>
    ${h(PhotoTurner, { card, photos: photosOf(card, person), index: photoIndex, onTurn })}
    <a class="caption" href=${`/app/people/${encodeURIComponent(card.id)}`} draggable=${false}>
      <h2>${nameAndAge(card)}</h2>
      ${card.local !== '' && html`<p>${drawIcon('place')}<span>${card.local}</span></p>`}
      ${
        shared === ''
          ? card.parties.length > 0 &&
            html`<p>${drawIcon('events')}<span>${texts.parties(card.parties.length)}</span></p>`
          : html`<p class="shared">${drawIcon('events')}<span>${texts.alsoGoes(shared)}</span></p>`
      }
      <span class="unseen">${texts.open}</span>
    </a>
  </article>`;
}

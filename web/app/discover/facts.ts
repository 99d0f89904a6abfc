import type { VNode } from 'preact';
import { html } from '../parts/html.ts';
import { drawIcon } from '../parts/icon.ts';
import { drawSkeleton } from '../parts/pieces.ts';
import { whenWords } from '../texts/event-time.ts';
import { language, useTexts } from '../texts/language.ts';
import type { Card, WholeCard } from './people.ts';
import { discoverTexts } from './texts.ts';

export interface FactsProperties {
  readonly card: Pick<Card, 'local' | 'parties'>;
  readonly person: WholeCard | undefined;
}

export function Facts({ card, person }: FactsProperties): VNode {
  const texts = useTexts(discoverTexts);
  const shared = person?.sharedEvents ?? [];
  return html`<div class="person-facts stack">
    ${card.local !== '' && html`<p class="with-icon">${drawIcon('place')}<span>${card.local}</span></p>`}
    ${
      card.parties.length > 0 &&
      html`<p class="with-icon">${drawIcon('events')}<span>${texts.parties(card.parties.length)}</span></p>`
    }
    <section class="stack tight">
      <h2 class="fact-title">${texts.about}</h2>
      ${
        person
          ? html`<p class=${person.about === '' ? 'soft' : 'written wrap'}>
              ${person.about || texts.noAbout}
            </p>`
          : drawSkeleton('line', 'line')
      }
    </section>
    ${
      shared.length > 0 &&
      html`<section class="stack tight">
        <h2 class="fact-title">${texts.shared}</h2>
        <ul class="stack tight">
          ${shared.map(
            ({ id, name, startDate, timezone, city }) =>
              html`<li key=${id}>
                <a class="small-event" href=${`/app/events/${id}`}>
                  <strong>${name}</strong>
                  <span class="soft small"
                    >${whenWords({ startDate, timezone }, language.get(), new Date())} · ${city}</span
                  >
                </a>
              </li>`,
          )}
        </ul>
      </section>`
    }
  </div>`;
}

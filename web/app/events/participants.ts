import { h, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { Photo } from '../parts/photo.ts';
import { drawSkeleton } from '../parts/pieces.ts';
import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { useStore } from '../state/store.ts';
import { attendanceTexts } from '../texts/attendance-texts.ts';
import { useTexts } from '../texts/language.ts';
import type { Participant } from './event-details.ts';
import type { Event } from './event-state.ts';
import { eventsTexts } from './texts.ts';

interface Known {
  readonly people: readonly Participant[];
  readonly isWhole: boolean;
}
const known = keptStore<Readonly<Record<string, Known>>>('events.participants', {});
const mostEvents = 20;
const pageSize = 24;

function keep(eventId: number, found: Known): void {
  known.change((before) => {
    const others = Object.entries(before).filter(([id]) => id !== String(eventId));
    return Object.fromEntries([...others.slice(1 - mostEvents), [String(eventId), found]]);
  });
}

type People = AsyncGenerator<Participant, void, undefined>;

async function take(people: People, before: readonly Participant[]): Promise<Known> {
  const found = [...before];
  for (let taken = 0; taken < pageSize; taken++) {
    const { done, value } = await people.next();
    if (done === true) return { people: found, isWhole: true };
    found.push(value);
  }
  return { people: found, isWhole: false };
}

export interface ParticipantsProperties {
  readonly event: Event;
  /** The list is reloaded when this changes. */
  readonly attendance: number | undefined;
}

export function Participants({ event, attendance = 0 }: ParticipantsProperties): VNode {
  const texts = useTexts(eventsTexts);
  const { someHidden } = useTexts(attendanceTexts);
  const found = useStore(known)[String(event.id)];
  const walk = useRef<People | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const read = async (isNew: boolean): Promise<void> => {
    const path = { eventId: event.id };
    if (isNew) walk.current = api.list('/event/{eventId}/participants', { path, query: { limit: pageSize } });
    if (!walk.current) return;
    setBusy(true);
    await take(walk.current, isNew ? [] : (found?.people ?? [])).then(
      (now) => keep(event.id, now),
      // Keeps the last known list.
      () => {},
    );
    setBusy(false);
  };
  useEffect(() => void read(true), [event.id, attendance]);
  return html`<section class="stack tight">
    <h2>${texts.whoGoes}</h2>
    ${
      event.participantsQty === 0
        ? html`<p class="soft">${texts.nobody}</p>`
        : html`<p class="soft">${texts.goes(event.participantsQty)}</p>`
    }
    ${!found && isBusy && drawSkeleton('row')}
    <ul class="goers">
      ${found?.people.map(
        (person) =>
          html`<li key=${person.id}>
            <a href=${`/app/people/${encodeURIComponent(person.id)}`}>
              ${h(Photo, { url: person.thumb, name: person.name, shape: 'round' })}
              <span>${person.name}</span>
            </a>
          </li>`,
      )}
    </ul>
    ${
      found &&
      !found.isWhole &&
      walk.current &&
      drawButton({ label: texts.more, kind: 'plain', isBusy, onClick: () => void read(false) })
    }
    ${event.participantsQty > 0 && html`<p class="soft small">${someHidden}</p>`}
  </section>`;
}

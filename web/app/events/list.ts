import { h, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AdvertisementNotice } from '../advertisements/notice.ts';
import { advertisements, loadAdvertisements, type Advertisement } from '../advertisements/state.ts';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawEmpty, drawSkeleton } from '../parts/pieces.ts';
import { navigate, visit } from '../router/router.ts';
import { isConnected } from '../state/live.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { language, useTexts } from '../texts/language.ts';
import type { Event } from './event-state.ts';
import { isFiltered, noFilter, readFilter, writeFilter, type EventFilter } from './filter.ts';
import { Filters } from './filters.ts';
import { groupByDay } from './group.ts';
import { asking, lists, loadEdges, openList, readMore, spotlight } from './list-state.ts';
import { ownCity, readOwnCity } from './own-city.ts';
import { eventsTexts } from './texts.ts';
import { Tile } from './tile.ts';

/** The list has one advertisement, after this many events. */
const eventsBefore = 4;

const show = (filter: EventFilter): void =>
  navigate(`/app/events${writeFilter(filter, ownCity.get())}`, { replace: true });

/** Calls `onNear` when the end of the list comes near, and again after each page that leaves it near. */
function useNearEnd(count: number, onNear: () => void): { current: HTMLElement | null } {
  const end = useRef<HTMLElement>(null);
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    const element = end.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  return end;
}

function More({ filter, count }: { readonly filter: EventFilter; readonly count: number }): VNode {
  const texts = useTexts(eventsTexts);
  const state = useStore(asking)[writeFilter(filter)];
  const end = useNearEnd(count, () => state === undefined && void readMore(filter));
  return html`<div ref=${end}>
    ${drawButton({
      label: texts.more,
      kind: 'plain',
      isWide: true,
      isBusy: state === 'yes',
      onClick: () => void readMore(filter),
    })}
  </div>`;
}

export function EventList(): VNode {
  const [texts, frame] = [useTexts(eventsTexts), useTexts(frameTexts)];
  const { query } = useStore(visit);
  const own = useStore(ownCity);
  const filter = readFilter(query, own);
  const usual = { ...noFilter, city: own ?? '' };
  // Until the own city is known, the list could be of another city.
  const isDecided = own !== undefined || new URLSearchParams(query).has('city');
  const key = writeFilter(filter);
  const list = useStore(lists)[key];
  const state = useStore(asking)[key];
  const special = useStore(spotlight);
  const [notice] = useStore(advertisements);
  useEffect(() => {
    void readOwnCity();
    void loadEdges();
    void loadAdvertisements();
  }, []);
  useEffect(() => {
    if (!isDecided) return undefined;
    void openList(filter);
    return isConnected.watch((connected) => {
      if (!connected) return;
      void loadEdges();
      void openList(filter);
    });
  }, [key, isDecided]);
  return html`${h(Heading, { text: texts.title })} ${h(Filters, { filter, usual, onChange: show })}
    ${
      !isFiltered(filter, own) &&
      special.length > 0 &&
      html`<section class="stack tight">
        <h2>${texts.spotlight}</h2>
        <ul class="spotlight">
          ${special.map((event) => html`<li key=${event.id}>${h(Tile, { event, shape: 'wide' })}</li>`)}
        </ul>
      </section>`
    }
    <p class="unseen" role="status">${list && state === undefined ? texts.shown(list.events.length) : ''}</p>
    ${
      !isDecided || list === undefined
        ? state === 'failed'
          ? drawEmpty({
              title: texts.notLoaded,
              text: frame.offline,
              children: drawButton({ label: frame.tryAgain, onClick: () => void openList(filter) }),
            })
          : drawSkeleton('row', 'row', 'row', 'row')
        : list.events.length === 0
          ? drawEmpty({
              title: texts.none,
              text: isFiltered(filter, own) ? texts.noneText : texts.nothingText,
              children:
                isFiltered(filter, own) &&
                drawButton({ label: texts.clear, kind: 'plain', onClick: () => show(usual) }),
            })
          : html`${drawDays(list.events, notice, texts.began)}
            ${!list.isWhole && h(More, { filter, count: list.events.length })}`
    }`;
}

function drawDays(events: readonly Event[], notice: Advertisement | undefined, running: string): VNode {
  const days = groupByDay(events, { running, language: language.get() }, new Date());
  const marked = events[Math.min(eventsBefore, events.length) - 1];
  return html`${days.map(
    (day) =>
      html`<section key=${day.title} class="stack tight">
        <h2>${day.title}</h2>
        <ul class="tiles">
          ${day.events.map(
            (event) =>
              html`<li key=${event.id}>${h(Tile, { event, shape: 'listed' })}</li>
                ${
                  event === marked &&
                  notice &&
                  html`<li key="advertisement" class="whole-row">
                    ${h(AdvertisementNotice, { advertisement: notice, shape: 'listed' })}
                  </li>`
                }`,
          )}
        </ul>
      </section>`,
  )}`;
}

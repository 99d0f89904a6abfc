import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawIcon } from '../parts/icon.ts';
import { html, type Children } from '../parts/html.ts';
import { useStore } from '../state/store.ts';
import { dayWords } from '../texts/event-time.ts';
import { language, useTexts } from '../texts/language.ts';
import { CitySheet } from './city-sheet.ts';
import { DaySheet } from './day-sheet.ts';
import { isFiltered, isNamedTime, namedTimes, type EventFilter } from './filter.ts';
import { categories } from './list-state.ts';
import { eventsTexts } from './texts.ts';

export interface FiltersProperties {
  readonly filter: EventFilter;
  /** The filter of a first visit, to which the filters are cleared. */
  readonly usual: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

/** Delay between the last key press and the search. */
const typingMs = 300;

export function Filters({ filter, usual, onChange }: FiltersProperties): VNode {
  const texts = useTexts(eventsTexts);
  const known = useStore(categories);
  const [words, setWords] = useState(filter.q);
  const [sheet, setSheet] = useState<'city' | 'day'>();
  // The URL can change without the field, for example by the button that clears the filter.
  useEffect(() => setWords(filter.q), [filter.q]);
  useEffect(() => {
    if (words === filter.q) return undefined;
    const timer = setTimeout(() => onChange({ ...filter, q: words }), typingMs);
    return () => clearTimeout(timer);
  }, [words]);
  const chip = (label: Children, isOn: boolean, onClick: () => void, key?: string): VNode =>
    html`<button key=${key} type="button" class="chip" aria-pressed=${String(isOn)} onClick=${onClick}>
      ${label}
    </button>`;
  const isOtherDay = filter.when !== '' && !isNamedTime(filter.when);
  const close = (): void => setSheet(undefined);
  return html`<search class="event-filters">
    <div class="search-field">
      ${drawIcon('search')}
      <input
        type="search"
        name="q"
        aria-label=${texts.search}
        placeholder=${texts.searchHint}
        autocomplete="off"
        enterkeyhint="search"
        maxlength="200"
        value=${words}
        onInput=${(event: Event) => setWords((event.target as HTMLInputElement).value)}
      />
    </div>
    <div class="chip-row" role="group" aria-label=${texts.when}>
      ${chip(
        html`${drawIcon('place')}<span>${filter.city === '' ? texts.everywhere : filter.city}</span>`,
        filter.city !== '',
        () => setSheet('city'),
      )}
      ${namedTimes.map((time) =>
        chip(
          texts.times[time],
          filter.when === time,
          () => onChange({ ...filter, when: filter.when === time ? '' : time }),
          time,
        ),
      )}
      ${chip(
        isOtherDay
          ? dayWords({ startDate: `${filter.when}T12:00:00Z`, timezone: 'UTC' }, language.get(), new Date())
          : texts.otherDay,
        isOtherDay,
        () => setSheet('day'),
      )}
    </div>
    ${
      known.length > 1 &&
      html`<div class="chip-row" role="group" aria-label=${texts.category}>
        ${known.map(({ category }) =>
          chip(
            category,
            filter.category === category,
            () => onChange({ ...filter, category: filter.category === category ? '' : category }),
            category,
          ),
        )}
      </div>`
    }
    ${
      isFiltered(filter, usual.city) &&
      html`<button type="button" class="link clear" onClick=${() => onChange(usual)}>${texts.clear}</button>`
    }
    ${
      sheet === 'city' &&
      h(CitySheet, { chosen: filter.city, onChoose: (city) => onChange({ ...filter, city }), onClose: close })
    }
    ${
      sheet === 'day' &&
      h(DaySheet, { chosen: filter.when, onChoose: (when) => onChange({ ...filter, when }), onClose: close })
    }
  </search>`;
}

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from '../parts/html.ts';
import { api } from '../state/api.ts';
import { useTexts } from '../texts/language.ts';
import { profileTexts } from './texts.ts';

export interface CityFieldProperties {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly fault: string | undefined;
}

const pauseMs = 150;

/** Suggests cities of the country. Any other place may be entered as well. */
export function CityField({ value, onInput, fault }: CityFieldProperties): VNode {
  const texts = useTexts(profileTexts);
  const [typed, setTyped] = useState<string>();
  const [found, setFound] = useState<readonly string[]>([]);
  const [at, setAt] = useState(-1);
  useEffect(() => {
    if (typed === undefined || typed.trim().length < 2) return setFound([]);
    const own = new AbortController();
    const timer = setTimeout(() => {
      api.get('/city/search', { query: { q: typed }, signal: own.signal }).then(
        (cities) => setFound(cities.map(({ city, state }) => `${city}, ${state}`)),
        () => setFound([]),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [typed]);
  const choose = (city: string | undefined): void => {
    if (city !== undefined) onInput(city);
    setTyped(undefined);
    setFound([]);
    setAt(-1);
  };
  const takeKey = (event: KeyboardEvent): void => {
    if (found.length === 0) return;
    if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((at <= 0 ? found.length : at) - 1);
    else if (event.key === 'Escape') choose(undefined);
    else if (event.key === 'Enter' && at >= 0) choose(found[at]);
    else return;
    event.preventDefault();
  };
  const isOpen = found.length > 0;
  const field = useRef<HTMLDivElement>(null);
  // Makes room for the suggestions between the field and the bars or the keyboard at the bottom.
  useLayoutEffect(() => {
    if (isOpen) field.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  return html`<div class="field city" ref=${field}>
    <label for="location">${texts.city}</label>
    <input
      id="location"
      role="combobox"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-controls="cities"
      aria-autocomplete="list"
      aria-activedescendant=${at >= 0 ? `city-${at}` : undefined}
      aria-describedby=${fault ? 'location-hint location-fault' : 'location-hint'}
      aria-invalid=${fault ? 'true' : undefined}
      autocomplete="off"
      maxlength="120"
      value=${value}
      onInput=${(event: Event) => {
        const { value: now } = event.target as HTMLInputElement;
        onInput(now);
        setTyped(now);
      }}
      onKeyDown=${takeKey}
      onBlur=${() => choose(undefined)}
    />
    <ul id="cities" role="listbox" aria-label=${texts.cities} hidden=${!isOpen}>
      ${found.map(
        (city, index) =>
          html`<li
            key=${city}
            id=${`city-${index}`}
            role="option"
            aria-selected=${index === at ? 'true' : 'false'}
            onPointerDown=${(event: Event) => {
              // Prevents the field from losing the focus, which would close the list.
              event.preventDefault();
              choose(city);
            }}
          >
            ${city}
          </li>`,
      )}
    </ul>
    <p class="hint" id="location-hint">${texts.cityHint}</p>
    ${fault && html`<p class="fault" id="location-fault" role="alert">${fault}</p>`}
  </div>`;
}

import { h } from 'preact';
import { useState } from 'preact/hooks';
import { drawField } from '../parts/field.ts';
import { html, type Children } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import { cityName, findCities } from './filter.ts';
import { cities } from './list-state.ts';
import { eventsTexts } from './texts.ts';

const mostShown = 60;

export interface CitySheetProperties {
  readonly chosen: string;
  /** An empty string means all cities. */
  readonly onChoose: (city: string) => void;
  readonly onClose: () => void;
}

export function CitySheet({ chosen, onChoose, onClose }: CitySheetProperties): Children {
  const texts = useTexts(eventsTexts);
  const [text, setText] = useState('');
  const found = findCities(useStore(cities), text).slice(0, mostShown);
  const choose = (city: string) => (): void => {
    onClose();
    onChoose(city);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const [first] = found;
    if (first) choose(cityName(first))();
  };
  return h(Sheet, {
    title: texts.cityTitle,
    onClose,
    children: html`<form novalidate onSubmit=${submit}>
        ${drawField({
          name: 'city',
          label: texts.citySearch,
          type: 'search',
          value: text,
          onInput: setText,
          maxLength: 100,
        })}
      </form>
      <ul class="choices">
        ${
          text === '' &&
          html`<li>
            <button type="button" class="plain" aria-pressed=${String(chosen === '')} onClick=${choose('')}>
              ${texts.everywhere}
            </button>
          </li>`
        }
        ${found.map((city) => {
          const name = cityName(city);
          return html`<li key=${name}>
            <button
              type="button"
              class="plain"
              aria-pressed=${String(chosen === name)}
              onClick=${choose(name)}
            >
              <span>${name}</span><span class="soft small">${texts.shown(city.eventsQty)}</span>
            </button>
          </li>`;
        })}
      </ul>
      ${found.length === 0 && html`<p role="status" class="soft">${texts.noCity}</p>`}`,
  });
}

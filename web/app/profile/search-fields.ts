import type { VNode } from 'preact';
import { drawField, drawSwitch } from '../parts/field.ts';
import { html } from '../parts/html.ts';
import { changeConfig, type Config } from '../state/config.ts';
import { useTexts } from '../texts/language.ts';
import { fitAges } from './fit-ages.ts';
import { profileTexts } from './texts.ts';

/** Renders whom the user wants to see. Each change is saved at once. */
export function SearchFields({ value }: { readonly value: Config }): VNode {
  const texts = useTexts(profileTexts);
  const change = (end: 'ageRangeStart' | 'ageRangeEnd') => (text: string) => {
    const ages = fitAges(value, end, text);
    if (ages) void changeConfig(ages);
  };
  return html`<div class="card stack">
      ${drawSwitch({ name: 'woman', label: texts.women, isOn: value.woman, onChange: (woman) => void changeConfig({ woman }) })}
      ${drawSwitch({ name: 'man', label: texts.men, isOn: value.man, onChange: (man) => void changeConfig({ man }) })}
    </div>
    <div class="ages">
      ${drawField({
        name: 'age-from',
        label: texts.ageFrom,
        type: 'number',
        value: String(value.ageRangeStart),
        onInput: change('ageRangeStart'),
      })}
      ${drawField({
        name: 'age-to',
        label: texts.ageTo,
        type: 'number',
        value: String(value.ageRangeEnd),
        onInput: change('ageRangeEnd'),
      })}
    </div>
    <p class="soft small">${texts.searchNote}</p>`;
}

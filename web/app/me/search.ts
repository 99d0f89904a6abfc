import { h, type VNode } from 'preact';
import { drawField, drawSwitch } from '../parts/field.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { changeConfig, type Config } from '../state/config.ts';
import { useTexts } from '../texts/language.ts';
import { config, useFresh } from './own-state.ts';
import { meTexts } from './texts.ts';
import { drawLoading } from './waiting.ts';

const [youngest, oldest] = [18, 120];

/** Keeps the age range valid by moving the other end along. Returns undefined while a number is incomplete. */
export function fitAges(
  { ageRangeStart, ageRangeEnd }: Pick<Config, 'ageRangeStart' | 'ageRangeEnd'>,
  end: 'ageRangeStart' | 'ageRangeEnd',
  text: string,
): Pick<Config, 'ageRangeStart' | 'ageRangeEnd'> | undefined {
  const age = Number(text);
  if (!Number.isInteger(age) || age < youngest || age > oldest) return undefined;
  return end === 'ageRangeStart'
    ? { ageRangeStart: age, ageRangeEnd: Math.max(age, ageRangeEnd) }
    : { ageRangeStart: Math.min(age, ageRangeStart), ageRangeEnd: age };
}

/** Renders the search settings, which Discover uses. */
export function Search(): VNode {
  const texts = useTexts(meTexts);
  const fresh = useFresh(config);
  const { value } = fresh;
  const change = (end: 'ageRangeStart' | 'ageRangeEnd') => (text: string) => {
    const ages = value && fitAges(value, end, text);
    if (ages) void changeConfig(ages);
  };
  return html`${h(Heading, { text: texts.search, backTo: '/app/me' })}
  ${
    value
      ? html`<div class="card stack">
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
          <p class="soft small">${texts.searchNote}</p>`
      : drawLoading(fresh)
  }`;
}

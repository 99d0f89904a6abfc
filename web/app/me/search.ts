import { h, type VNode } from 'preact';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { config, useFresh } from '../profile/own-state.ts';
import { SearchFields } from '../profile/search-fields.ts';
import { drawLoading } from '../profile/waiting.ts';
import { useTexts } from '../texts/language.ts';
import { meTexts } from './texts.ts';

/** Renders the search settings, which Discover uses. */
export function Search(): VNode {
  const texts = useTexts(meTexts);
  const fresh = useFresh(config);
  return html`${h(Heading, { text: texts.search, backTo: '/app/me' })}
  ${fresh.value ? h(SearchFields, { value: fresh.value }) : drawLoading(fresh)}`;
}

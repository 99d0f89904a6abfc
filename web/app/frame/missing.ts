import { h, type VNode } from 'preact';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';

export function Missing({ to }: { readonly to: string }): VNode {
  const texts = useTexts(frameTexts);
  return html`${h(Heading, { text: texts.missing })}
    <p><a class="button" href=${to}>${texts.toStart}</a></p>`;
}

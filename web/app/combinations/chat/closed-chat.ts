import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { Heading } from '../../parts/heading.ts';
import { html } from '../../parts/html.ts';
import { drawEmpty } from '../../parts/pieces.ts';
import { useTexts } from '../../texts/language.ts';
import { safetyTexts } from '../../safety/texts.ts';
import { PersonMenu } from '../list/person-menu.ts';
import type { Shown } from './person.ts';
import { chatTexts } from './texts.ts';

/** Looks the same for a block, an undone combination, a deleted account and a suspension: the reason is private. */
export function ClosedChat({ person, isWide }: { readonly person: Shown; readonly isWide: boolean }): VNode {
  const [texts, about] = [useTexts(chatTexts), useTexts(safetyTexts)];
  const [isReporting, setReporting] = useState(false);
  return html`${h(Heading, { text: person.name, backTo: '/app/combinations' })}
    <div class="over" role="status">
      ${drawEmpty({
        title: texts.closed,
        text: texts.closedText(person.name),
        children: html`<p class="row">
          <a class="button" href="/app/combinations">${texts.toList}</a>
          ${drawButton({ label: about.report, kind: 'plain', onClick: () => setReporting(true) })}
        </p>`,
      })}
    </div>
    ${
      isReporting &&
      h(PersonMenu, {
        person,
        isListed: false,
        isWide,
        startsWith: 'report',
        onClose: () => setReporting(false),
      })
    }`;
}

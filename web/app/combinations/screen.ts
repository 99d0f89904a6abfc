import { h, type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { html } from '../parts/html.ts';
import { drawEmpty } from '../parts/pieces.ts';
import { useTexts } from '../texts/language.ts';
import { Conversation } from './chat/conversation.ts';
import { CombinationList } from './list/combination-list.ts';
import { combinationTexts } from './texts.ts';

/** Same breakpoint as in the stylesheet: room for the list and the chat side by side. */
const wide = matchMedia('(min-width: 60rem)');

function useIsWide(): boolean {
  const [isWide, setWide] = useState(wide.matches);
  useLayoutEffect(() => {
    const change = (): void => setWide(wide.matches);
    wide.addEventListener('change', change);
    return () => wide.removeEventListener('change', change);
  }, []);
  return isWide;
}

/** Renders the list and the chat: side by side on a wide window, one at a time on a phone. */
export function Screen({ parameters }: { readonly parameters: Readonly<Record<string, string>> }): VNode {
  const texts = useTexts(combinationTexts);
  const isWide = useIsWide();
  const otherId = parameters['userId'];
  return html`<div class=${otherId === undefined ? 'talks' : 'talks open'}>
    ${(isWide || otherId === undefined) && h(CombinationList, { currentId: otherId, isWide })}
    ${otherId !== undefined && h(Conversation, { key: otherId, otherId, isWide })}
    ${
      isWide &&
      otherId === undefined &&
      html`<div class="nothing-chosen">${drawEmpty({ title: texts.choose, text: texts.chooseText })}</div>`
    }
  </div>`;
}

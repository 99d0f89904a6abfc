import type { VNode } from 'preact';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import type { KeyAct } from './keys.ts';
import { lastPassed } from './reactions.ts';
import { discoverTexts } from './texts.ts';

export interface DeckActionsProperties {
  readonly acts: Readonly<Record<KeyAct, () => void>>;
  readonly onMore: () => void;
  /** False for an advertisement, which can only be dismissed. */
  readonly isPerson: boolean;
}

/** Renders a button for each gesture, within reach of the thumb. */
export function DeckActions({ acts, onMore, isPerson }: DeckActionsProperties): VNode {
  const texts = useTexts(discoverTexts);
  const passed = useStore(lastPassed);
  if (!isPerson)
    return html`<div class="deck-actions">
      ${drawButton({ label: texts.goOnAfter, kind: 'plain', isWide: true, onClick: acts.pass })}
    </div>`;
  return html`<div class="deck-actions">
    ${drawButton({
      label: texts.undoPass,
      icon: 'undo',
      isIconAlone: true,
      kind: 'plain',
      isDisabled: passed === undefined,
      onClick: acts.undo,
    })}
    <span class="great pass">
      ${drawButton({ label: texts.pass, icon: 'close', isIconAlone: true, kind: 'plain', onClick: acts.pass })}
    </span>
    <span class="great like">
      ${drawButton({ label: texts.like, icon: 'heart', isIconAlone: true, onClick: acts.like })}
    </span>
    ${drawButton({ label: texts.more, icon: 'more', isIconAlone: true, kind: 'plain', onClick: onMore })}
  </div>`;
}

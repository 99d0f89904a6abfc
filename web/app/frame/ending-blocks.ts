import type { VNode } from 'preact';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { act } from '../state/act.ts';
import { endingBlocks, keepForGood, letBlockEnd } from '../state/ending-blocks.ts';
import { useStore } from '../state/store.ts';
import { showToast } from '../state/toasts.ts';
import { blockTexts } from '../texts/block-texts.ts';
import { useTexts } from '../texts/language.ts';
import { writeDay } from '../texts/write-day.ts';

/** Asks, one block at a time, before a block expires. */
export function EndingBlocks(): VNode | undefined {
  const texts = useTexts(blockTexts);
  const [block] = useStore(endingBlocks);
  if (!block || block.blocked_until === null) return undefined;
  const { name } = block;
  const keep = async (): Promise<void> => {
    if (await act(() => keepForGood(block))) showToast({ text: texts.kept(name) });
  };
  return html`<section class="notice warn ending-block" role="status">
    <p>${texts.ending(name, writeDay(block.blocked_until))}</p>
    <div class="row">
      ${drawButton({ label: texts.forGood, onClick: () => void keep() })}
      ${drawButton({ label: texts.letEnd, kind: 'plain', onClick: () => letBlockEnd(block) })}
    </div>
  </section>`;
}

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawBlockLength, type BlockDays } from '../parts/block-length.ts';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { safetyTexts } from './texts.ts';

export interface BlockFormProperties {
  readonly name: string;
  readonly onBlock: (days: BlockDays) => void;
  readonly onClose: () => void;
}

/** Renders the content of a sheet: what a block does, for how long, and the button. */
export function BlockForm({ name, onBlock, onClose }: BlockFormProperties): VNode {
  const [texts, frame] = [useTexts(safetyTexts), useTexts(frameTexts)];
  const [days, setDays] = useState<BlockDays>(0);
  const block = (): void => {
    onClose();
    onBlock(days);
  };
  return html`<p>${texts.blockLead(name)}</p>
    <p class="soft">${texts.blockLift}</p>
    ${drawBlockLength(days, setDays)}
    ${drawButton({ label: texts.blockNow(name), kind: 'danger', icon: 'block', isWide: true, onClick: block })}
    ${drawButton({ label: frame.cancel, kind: 'plain', isWide: true, onClick: onClose })}`;
}

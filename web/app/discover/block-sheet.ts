import { h } from 'preact';
import { useState } from 'preact/hooks';
import { drawBlockLength, type BlockDays } from '../parts/block-length.ts';
import { drawButton } from '../parts/button.ts';
import { html, type Children } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import type { Card } from './people.ts';
import { blockPerson } from './safety.ts';
import { discoverTexts } from './texts.ts';

export interface BlockSheetProperties {
  readonly card: Card;
  readonly onClose: () => void;
  readonly onBlock: () => void;
}

export function BlockSheet({ card, onClose, onBlock }: BlockSheetProperties): Children {
  const [texts, frame] = [useTexts(discoverTexts), useTexts(frameTexts)];
  const [days, setDays] = useState<BlockDays>(0);
  const block = (): void => {
    onClose();
    void blockPerson(card, days);
    onBlock();
  };
  return h(Sheet, {
    title: texts.blockTitle(card.name),
    onClose,
    children: html`<p>${texts.blockLead}</p>
      ${drawBlockLength(days, setDays)}
      ${drawButton({
        label: texts.blockNow(card.name),
        kind: 'danger',
        icon: 'block',
        isWide: true,
        onClick: block,
      })}
      ${drawButton({ label: frame.cancel, kind: 'plain', isWide: true, onClick: onClose })}`,
  });
}

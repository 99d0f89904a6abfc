import { h } from 'preact';
import { drawButton } from '../parts/button.ts';
import { html, type Children } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { useTexts } from '../texts/language.ts';
import type { Card } from './people.ts';
import { discoverTexts } from './texts.ts';

export interface MoreSheetProperties {
  readonly card: Card;
  readonly onClose: () => void;
  readonly onChoose: (what: 'block' | 'report') => void;
}

export function MoreSheet({ card, onClose, onChoose }: MoreSheetProperties): Children {
  const texts = useTexts(discoverTexts);
  return h(Sheet, {
    title: card.name,
    onClose,
    children: html`${drawButton({
      label: texts.block,
      kind: 'plain',
      icon: 'block',
      isWide: true,
      onClick: () => onChoose('block'),
    })}
    ${drawButton({
      label: texts.report,
      kind: 'plain',
      icon: 'flag',
      isWide: true,
      onClick: () => onChoose('report'),
    })}`,
  });
}

import { h } from 'preact';
import type { BlockDays } from '../parts/block-length.ts';
import { drawButton } from '../parts/button.ts';
import { html, type Children } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { BlockForm } from '../safety/block-form.ts';
import { blockPerson } from '../safety/block-person.ts';
import { ReportForm } from '../safety/report-form.ts';
import { safetyTexts } from '../safety/texts.ts';
import { useTexts } from '../texts/language.ts';
import { removeCard, returnCard } from './deck-state.ts';
import type { Card } from './people.ts';

export type SafetySheet = 'more' | 'block' | 'report';

export interface SafetyProperties {
  readonly shown: SafetySheet;
  readonly card: Card;
  readonly photo: string | undefined;
  readonly onShow: (sheet: SafetySheet | undefined) => void;
  readonly onBlock: () => void;
}

/** Renders the menu of a person, and the sheets to which it leads. */
export function SafetySheets({ shown, card, photo, onShow, onBlock }: SafetyProperties): Children {
  const texts = useTexts(safetyTexts);
  const { id, name } = card;
  const onClose = (): void => onShow(undefined);
  const block = (days: BlockDays): Promise<void> => {
    onBlock();
    return blockPerson(card, days, {
      hide: () => removeCard(id),
      show: () => returnCard(card),
      isReversible: card.isCombination !== 1,
    });
  };
  const item = (label: string, icon: 'block' | 'flag', to: SafetySheet): Children =>
    drawButton({ label, icon, kind: 'plain', isWide: true, onClick: () => onShow(to) });
  const titles = { more: name, block: texts.blockTitle(name), report: texts.title(name) };
  return h(Sheet, {
    title: titles[shown],
    onClose,
    children: html`${
      shown === 'more' && [item(texts.block, 'block', 'block'), item(texts.report, 'flag', 'report')]
    }
    ${shown === 'block' && h(BlockForm, { name, onBlock: (days) => void block(days), onClose })}
    ${shown === 'report' && h(ReportForm, { of: 'person', id, name, photo, onBlock: () => block(0), onClose })}`,
  });
}

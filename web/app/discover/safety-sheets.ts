import { h } from 'preact';
import type { Children } from '../parts/html.ts';
import { BlockSheet } from './block-sheet.ts';
import { MoreSheet } from './more-sheet.ts';
import type { Card } from './people.ts';
import { ReportSheet } from './report-sheet.ts';

export type SafetySheet = 'more' | 'block' | 'report';

export interface SafetyProperties {
  readonly shown: SafetySheet;
  readonly card: Card;
  readonly photo: string | undefined;
  readonly onShow: (sheet: SafetySheet | undefined) => void;
  readonly onBlock: () => void;
}

export function SafetySheets({ shown, card, photo, onShow, onBlock }: SafetyProperties): Children {
  const onClose = (): void => onShow(undefined);
  if (shown === 'more') return h(MoreSheet, { card, onClose, onChoose: onShow });
  if (shown === 'block') return h(BlockSheet, { card, onClose, onBlock });
  return h(ReportSheet, { card, photo, onClose, onBlock });
}

import type { VNode } from 'preact';
import { textsNow } from '../texts/language.ts';
import { blockTexts } from '../texts/block-texts.ts';
import { drawOptions } from './options.ts';

/** Duration of a block in days, as the server expects it. 0 is permanent. */
export type BlockDays = 0 | 30;

export function drawBlockLength(chosen: BlockDays, onChoose: (days: BlockDays) => void): VNode {
  const texts = textsNow(blockTexts);
  return drawOptions<'0' | '30'>({
    name: 'block-days',
    label: texts.howLong,
    options: [
      ['0', texts.forGood],
      ['30', texts.thirtyDays],
    ],
    chosen: chosen === 0 ? '0' : '30',
    onChoose: (value) => onChoose(value === '0' ? 0 : 30),
  });
}

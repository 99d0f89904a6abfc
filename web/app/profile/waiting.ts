import type { VNode } from 'preact';
import { drawButton } from '../parts/button.ts';
import { drawEmpty, drawSkeleton } from '../parts/pieces.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { textsNow } from '../texts/language.ts';
import type { Fresh } from './own-state.ts';

/** Renders the loading state, or the error with a retry button. */
export function drawLoading({ fault, readAgain }: Fresh<unknown>): VNode {
  const texts = textsNow(frameTexts);
  return fault === undefined
    ? drawSkeleton('row', 'row', 'row')
    : drawEmpty({
        title: texts.notLoaded,
        text: fault,
        children: drawButton({ label: texts.tryAgain, onClick: readAgain }),
      });
}

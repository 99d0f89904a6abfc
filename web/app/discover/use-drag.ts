import { useEffect, useRef } from 'preact/hooks';
import { decideDrag, leaning, speedOf, transformOf } from './drag.ts';

/** A shorter movement, in pixels, is a tap. */
const slackPx = 8;

export const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export interface Dragging {
  /** The card. Its children with `data-side` show the direction of the drag. */
  readonly element: { readonly current: HTMLElement | null };
  readonly isOn: boolean;
  readonly onDecide: (decision: 'like' | 'pass') => void;
}

/** Moves a card with the finger or the mouse: by its transform only, once per frame. */
export function useDrag({ element, isOn, onDecide }: Dragging): void {
  const latest = useRef(onDecide);
  latest.current = onDecide;
  useEffect(() => {
    const card = element.current;
    if (!card || !isOn) return undefined;
    return followPointer(card, (decision) => latest.current(decision));
  }, [isOn]);
}

function followPointer(card: HTMLElement, onDecide: (decision: 'like' | 'pass') => void): () => void {
  const sides = [...card.querySelectorAll<HTMLElement>('[data-side]')];
  const stopping = new AbortController();
  let pointer: number | undefined;
  let isDragged = false;
  let [startX, startY, x, y, width, frame] = [0, 0, 0, 0, 0, 0];
  let moves: { x: number; atMs: number }[] = [];

  const draw = (): void => {
    frame = 0;
    card.style.transform = x === 0 && y === 0 ? '' : transformOf(x, y, width);
    const lean = leaning(x, width);
    for (const side of sides)
      side.style.opacity = String(Math.max(0, side.dataset['side'] === 'like' ? lean : -lean));
  };
  const begin = (event: PointerEvent): void => {
    if (pointer !== undefined || !event.isPrimary || event.button !== 0) return;
    pointer = event.pointerId;
    [startX, startY, x, y] = [event.clientX, event.clientY, 0, 0];
    // Reads the width once before the drag, so that no frame forces a layout.
    width = card.offsetWidth;
    moves = [];
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return;
    [x, y] = [event.clientX - startX, event.clientY - startY];
    moves = [...moves.slice(-8), { x, atMs: event.timeStamp }];
    if (!isDragged && Math.abs(x) < slackPx) return;
    if (!isDragged) {
      isDragged = true;
      card.setPointerCapture(event.pointerId);
      card.classList.add('dragged');
    }
    frame ||= requestAnimationFrame(draw);
  };
  const end = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return;
    pointer = undefined;
    if (!isDragged) return;
    isDragged = false;
    cancelAnimationFrame(frame);
    frame = 0;
    card.classList.remove('dragged');
    const decision =
      event.type === 'pointercancel'
        ? 'none'
        : decideDrag({ x, y, speed: speedOf(moves, event.timeStamp), width });
    ignoreNextClick();
    if (decision === 'none') springBack();
    else onDecide(decision);
  };
  const springBack = (): void => {
    const from = card.style.transform;
    [x, y] = [0, 0];
    draw();
    if (!wantsLessMotion())
      card.animate([{ transform: from }, { transform: 'none' }], {
        duration: 250,
        easing: 'cubic-bezier(0.2, 1.4, 0.4, 1)',
      });
  };
  /** Suppresses the click that follows the release of a card. */
  const ignoreNextClick = (): void => {
    const ignore = (click: Event): void => {
      click.preventDefault();
      click.stopPropagation();
    };
    card.addEventListener('click', ignore, { capture: true, once: true });
    setTimeout(() => card.removeEventListener('click', ignore, { capture: true }));
  };

  const { signal } = stopping;
  card.addEventListener('pointerdown', begin, { signal });
  card.addEventListener('pointermove', move, { signal });
  card.addEventListener('pointerup', end, { signal });
  card.addEventListener('pointercancel', end, { signal });
  return () => {
    cancelAnimationFrame(frame);
    stopping.abort();
  };
}

import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';

interface Drag {
  readonly pointerId: number;
  readonly tile: HTMLElement;
  readonly from: number;
  readonly x: number;
  readonly y: number;
  isMoving: boolean;
  to: number;
}

/** A shorter movement is a tap. */
const leastPixels = 8;

export interface Dragging {
  readonly handlers: Readonly<Record<string, (event: PointerEvent) => void>>;
  /** Returns whether this click is only the end of a drag. */
  readonly endsDrag: (click: MouseEvent) => boolean;
}

/**
 * Reorders items with `data-index` by dragging: a mouse can drag them anywhere, a finger only at the grip, because a
 * finger elsewhere scrolls the page.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): Dragging {
  const state = useMemo(() => ({ drag: undefined as Drag | undefined, hasDragged: false }), []);
  const indexOf = (item: Element): number => Number((item as HTMLElement).dataset['index']);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  const mark = (to: number | undefined): void => {
    for (const item of items()) item.classList.toggle('over', indexOf(item) === to);
  };
  const end = (): Drag | undefined => {
    const { drag } = state;
    state.drag = undefined;
    mark(undefined);
    if (!drag) return undefined;
    drag.tile.style.translate = '';
    drag.tile.classList.remove('dragged');
    state.hasDragged = drag.isMoving;
    return drag;
  };
  return {
    // A click with detail 0 comes from the keyboard. `hasDragged` is reset by the next pointerdown.
    endsDrag: (click) => state.hasDragged && click.detail > 0,
    handlers: {
      onPointerDown(event) {
        state.hasDragged = false;
        const target = event.target as Element;
        const tile = target.closest<HTMLElement>('[data-index]');
        const isGrip = target.closest('.grip') !== null;
        if (!tile || event.button !== 0 || (event.pointerType !== 'mouse' && !isGrip)) return;
        const from = indexOf(tile);
        const { pointerId, clientX: x, clientY: y } = event;
        state.drag = { pointerId, tile, from, x, y, isMoving: false, to: from };
      },
      onPointerMove(event) {
        const { drag } = state;
        if (!drag || event.pointerId !== drag.pointerId) return;
        const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
        if (!drag.isMoving && Math.hypot(right, down) < leastPixels) return;
        if (!drag.isMoving) list.current?.setPointerCapture(drag.pointerId);
        drag.isMoving = true;
        drag.tile.classList.add('dragged');
        drag.tile.style.translate = `${right}px ${down}px`;
        const under = items().find((item) => item !== drag.tile && holds(item, event));
        drag.to = under ? indexOf(under) : drag.from;
        mark(under && drag.to);
      },
      onPointerUp() {
        const drag = end();
        if (drag?.isMoving === true && drag.to !== drag.from) onMove(drag.from, drag.to);
      },
      onPointerCancel: () => void end(),
    },
  };
}

function holds(item: Element, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = item.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

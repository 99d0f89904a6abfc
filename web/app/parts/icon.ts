import type { VNode } from 'preact';
import { html } from './html.ts';

/**
 * Stroke paths in a 24 × 24 box, drawn in the colour of the adjacent text. That text names the meaning, so icons have
 * no label.
 */
const strokes = {
  discover:
    'M4 7.5h11v13H4zM8 4.5h12v13M9.5 16.5s-2.8-1.6-2.8-3.5c0-1.9 2.2-2.1 2.8-.7.6-1.4 2.8-1.2 2.8.7 0 1.9-2.8 3.5-2.8 3.500z',
  events: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  combinations: 'M4 5h16v11h-9l-5 4v-4H4zM8 9.500h8M8 12.500h5',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.5-6 7.5-6s6.7 2 7.5 6',
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12a.8.8 0 1 0 0 .01zM12 12a.8.8 0 1 0 0 .01zM19 12a.8.8 0 1 0 0 .01z',
  next: 'M9 5l7 7-7 7',
  plus: 'M12 5v14M5 12h14',
  heart:
    'M12 20s-8-4.6-8-10.300C4 6.5 6.3 5 8.3 5c1.7 0 3 1 3.7 2.300C12.7 6 14 5 15.7 5c2 0 4.3 1.5 4.3 4.700C20 15.4 12 20 12 20z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L21 21',
  place: 'M12 21s-7-6-7-11.500a7 7 0 0 1 14 0C19 15 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.6 5.600l12.8 12.800',
  undo: 'M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.500a2.5 2.5 0 1 1 3.6 2.300c-.8.4-1.1.9-1.1 1.700M12 17h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.6-3.600 3-5.500 6.500-5.500s5.900 1.900 6.500 5.500M16 4.500a3.5 3.5 0 0 1 0 6.500M18 14.800c1.900.8 3.100 2.500 3.500 5.200',
  ticket: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v12',
  check: 'M5 12.500l4.5 4.500L19 7.500',
  flag: 'M5 21V4M5 5h13l-2.5 4L18 13H5',
  bin: 'M5 7h14M10 4h4M7 7l1 13h8l1-13',
  send: 'M4 12l16-8-5 16-3.5-6.500zM11.5 13.500L20 4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  tick: 'M5 12.500l4.500 4.500L19 7.500',
  ticks: 'M2 12.500l4.500 4.500L15 8.500M11.500 16l1 1L22 7.500',
  fault: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.500v5.500M12 16.500h.01',
  down: 'M12 5v14M6 13l6 6 6-6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  share: 'M12 15V4M8 7.500L12 3.500l4 4M6 11.500H5V20h14v-8.500h-1',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
} as const;

export type IconName = keyof typeof strokes;

export const drawIcon = (name: IconName): VNode =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${strokes[name]} /></svg>`;

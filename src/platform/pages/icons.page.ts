import { html, Html } from '../http/page.ts';

/** Strokes in a square of 24 by 24. Icons are decoration: the text beside them has the meaning. */
const strokes = {
  overview: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.6-3.6 3-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.8c2 .7 3.2 2.5 3.5 5.2',
  record: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.5-6 7.5-6s6.7 2 7.5 6',
  organisation: 'M4 21V5l8-2v18M12 8l8 2v11M2 21h20M7 9h2M7 13h2M7 17h2M15 13h2M15 17h2',
  money: 'M3 7h18v11H3zM3 11h18M15.5 15h2.5',
  chart: 'M4 4v16h16M8 15l4-5 3 3 5-7',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  key: 'M14.5 9.5a4 4 0 1 0-3.7 4L13 15.5h2v2h2v2h3v-3l-5.6-5.6z',
  play: 'M7 4l12 8-12 8z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21',
  flag: 'M5 21V4M5 5h13l-2.5 4L18 13H5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
} as const;

export type IconName = keyof typeof strokes;

export const iconNames = Object.keys(strokes) as readonly IconName[];

export const drawIcon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="${new Html(strokes[name])}" />
  </svg>`;

/** The logo: a square with an entrance, like a praça. */
export const drawMark = (): Html =>
  html`<svg viewBox="0 0 16 16" aria-hidden="true">
    <rect width="16" height="16" rx="4" fill="#0b6e4f" />
    <path d="M4 12V4h8v8h-3V8H7v4z" fill="#fff" />
  </svg>`;

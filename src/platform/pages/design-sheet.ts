import { readWebFile } from './web-file.ts';

/** The style sheet of every page of ours but the payment page, which brings only what it needs of it. */
export const designSheet = readWebFile('/design', 'design', 'css', [
  'design/tokens.css',
  'design/base.css',
  'design/parts.css',
  'design/charts.css',
  'design/frame.css',
  'design/front.css',
  'design/print.css',
]);

import { readWebFile } from './web-file.ts';

/** Style sheet of all pages except the payment page, which inlines the parts that it needs. */
export const designSheet = readWebFile('/design', 'design', 'css', [
  'design/tokens.css',
  'design/base.css',
  'design/parts.css',
  'design/charts.css',
  'design/frame.css',
  'design/lists.css',
  'design/detail.css',
  'design/front.css',
  'design/print.css',
]);

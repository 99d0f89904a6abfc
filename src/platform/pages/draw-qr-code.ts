import { encode } from 'uqr';
import { html, Html } from '../http/page.ts';
import { keepLatest } from './keep-latest.ts';

/** Cameras need this much light around the code. */
const quietModules = 4;

interface Strokes {
  readonly path: Html;
  /** In modules, the light around it included. */
  readonly size: number;
}

/** Choosing the best of a code's masks takes milliseconds, and a page is drawn many times: 2 MB at most. */
const draw = keepLatest(1000, (text: string): Strokes => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { path: new Html(data.map(drawRow).join('')), size: size + 2 * quietModules };
});

/**
 * One path of horizontal strokes: a fifth of the bytes that a square for each dark module takes. Always dark on light,
 * since many cameras read no other.
 */
export function drawQrCode(text: string, label: string): Html {
  const { path, size } = draw(text);
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}">
    <path fill="#fff" d="M0 0h${size}v${size}H0z" />
    <path stroke="#000" shape-rendering="crispEdges" d="${path}" />
  </svg>`;
}

function drawRow(row: readonly boolean[], y: number): string {
  let strokes = '';
  let end = 0;
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const length = x + 1 - start;
    strokes +=
      strokes === ''
        ? `M${start + quietModules} ${y + quietModules}.5h${length}`
        : `m${start - end} 0h${length}`;
    end = x + 1;
  }
  return strokes;
}

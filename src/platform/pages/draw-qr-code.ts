import { encode } from 'uqr';
import { html, Html } from '../http/page.ts';
import { keepLatest } from './keep-latest.ts';

/** Width of the quiet zone, in modules, that scanners require. */
const quietModules = 4;

interface Strokes {
  readonly path: Html;
  /** In modules, including the quiet zone. */
  readonly size: number;
}

/** Cached, because choosing the best mask takes milliseconds and pages are rendered often. Uses at most 2 MB. */
const draw = keepLatest(1000, (text: string): Strokes => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { path: new Html(data.map(drawRow).join('')), size: size + 2 * quietModules };
});

/**
 * Renders a QR code as one path of horizontal strokes, a fifth of the size of one square per module. Always dark on
 * light, because many scanners read nothing else.
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

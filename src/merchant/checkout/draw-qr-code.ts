import { encode } from 'uqr';
import { html, type Html } from '../../platform/http/page.ts';

/** Cameras need this much light around the code. */
const quietModules = 4;

/**
 * One path of horizontal strokes: a fifth of the bytes that a square for each dark module takes. Always dark on light,
 * since many cameras read no other.
 */
export function drawQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const whole = size + 2 * quietModules;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${whole} ${whole}">
    <path fill="#fff" d="M0 0h${whole}v${whole}H0z" />
    <path stroke="#000" shape-rendering="crispEdges" d="${data.map(drawRow).join('')}" />
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

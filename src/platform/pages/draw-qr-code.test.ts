import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'uqr';
import { drawQrCode } from './draw-qr-code.ts';

/** Converts the strokes of the SVG path back into modules. */
function readStrokes(markup: string): Set<string> {
  const path = /crispEdges" d="([^"]+)"/.exec(markup)?.[1] ?? '';
  const dark = new Set<string>();
  let [x, y] = [0, 0];
  for (const [, command, first = '0', second] of path.matchAll(/([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Math.floor(Number(second))];
    else if (command === 'm') x += Number(first);
    else for (const end = x + Number(first); x < end; x++) dark.add(`${x} ${y}`);
  }
  return dark;
}

for (const text of [
  'bitcoin:tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0?amount=0.00043210',
  'ethereum:0x9858EfFD232B4033E47d90003D41EC34EcaEda94@11155111?value=43210000000000000',
  'A',
  'ä'.repeat(200),
]) {
  test(`draws exactly the modules of the code for ${text.slice(0, 20)}`, () => {
    const { data } = encode(text, { ecc: 'M', border: 0 });
    const expected = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x + 4} ${y + 4}`] : [])));
    const markup = drawQrCode(text, 'label').text;
    assert.deepEqual(readStrokes(markup), new Set(expected));
    assert.equal(drawQrCode(text, 'label').text, markup, 'and the same when it is drawn again');
    assert.ok(markup.includes(`viewBox="0 0 ${data.length + 8} ${data.length + 8}"`));
  });
}

test('the label of a code is escaped', () => {
  assert.ok(!drawQrCode('A', '"><script>').text.includes('<script>'));
});

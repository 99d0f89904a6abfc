import { secp256k1 } from '@noble/curves/secp256k1.js';

/** A point of the curve other than its zero. */
export interface CurvePoint {
  readonly x: bigint;
  readonly y: bigint;
}

type Pair = readonly [CurvePoint, CurvePoint];

const { Fp: field } = secp256k1.Point;
const prime = field.ORDER;
const positive = (value: bigint): bigint => (value < 0n ? value + prime : value);

/**
 * `start` plus each scalar times the generator. Scalars have 32 bytes and are below the group's order; none is secret,
 * so that nothing here takes care of how long it takes.
 *
 * A scalar times the generator is the sum of one kept multiple for each of its bytes. Such sums are made in pairs, for all
 * scalars at once: plain additions then share the one expensive step of an addition, the inversion. For eight scalars
 * that takes a third of the time of multiplying one by one.
 */
export function addMultiples(start: CurvePoint, scalars: readonly Uint8Array[]): CurvePoint[] {
  const table = (kept ??= makeTable());
  let sums = scalars.map((scalar) => [start, ...pickMultiples(table, scalar)]);
  while (sums.some((points) => points.length > 1)) sums = halve(sums);
  return sums.flat();
}

function pickMultiples(table: Table, scalar: Uint8Array): CurvePoint[] {
  return table.flatMap((row, position) => row[(scalar[position] ?? 0) - 1] ?? []);
}

function halve(sums: readonly CurvePoint[][]): CurvePoint[][] {
  const pairs = sums.flatMap(pairUp);
  const added = addPairs(pairs);
  let next = 0;
  return sums.map((points) => {
    const count = points.length >> 1;
    const odd = points.length % 2 === 1 ? points.slice(-1) : [];
    return [...added.slice(next, (next += count)), ...odd];
  });
}

function pairUp(points: readonly CurvePoint[]): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 1; index < points.length; index += 2) {
    const [one, other] = [points[index - 1], points[index]];
    if (one && other) pairs.push([one, other]);
  }
  return pairs;
}

/**
 * The two points of a pair differ in x: multiples of the generator with other bits set are never the same or opposite,
 * and a `start` that equals one of them by chance is as likely as guessing its key. The inversion refuses to go on then.
 */
function addPairs(pairs: readonly Pair[]): CurvePoint[] {
  const before: bigint[] = [];
  let product = 1n;
  for (const [one, other] of pairs) {
    before.push(product);
    product = (product * (other.x - one.x)) % prime;
  }
  // Montgomery's trick: the inverse of the product holds the inverse of each.
  let inverse = field.inv(positive(product));
  const sums: CurvePoint[] = [];
  for (let index = pairs.length - 1; index >= 0; index--) {
    const [one, other] = pairs[index] as Pair;
    const slope = (((inverse * (before[index] as bigint)) % prime) * (other.y - one.y)) % prime;
    inverse = (inverse * (other.x - one.x)) % prime;
    const x = positive((slope * slope - one.x - other.x) % prime);
    sums[index] = { x, y: positive((slope * (one.x - x) - one.y) % prime) };
  }
  return sums;
}

/** For each byte of a scalar, the most significant first: what its values from 1 to 255 stand for. About 1 MB. */
type Table = readonly (readonly CurvePoint[])[];
let kept: Table | undefined;

function makeTable(): Table {
  const rows: CurvePoint[][] = [];
  let base = secp256k1.Point.BASE;
  for (let position = 0; position < 32; position++) {
    const twice = base.double();
    rows.unshift([base.toAffine(), twice.toAffine()]);
    base = twice;
    for (let bit = 1; bit < 8; bit++) base = base.double();
  }
  for (let factor = 3; factor < 256; factor++) {
    const next = addPairs(rows.map((row) => [row.at(-1), row[0]] as unknown as Pair));
    for (const [index, row] of rows.entries()) row.push(next[index] as CurvePoint);
  }
  return rows;
}

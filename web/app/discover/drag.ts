/** A drag at its release. `x` and `y` are the distance from the first touch, in pixels. */
export interface Drag {
  readonly x: number;
  readonly y: number;
  /** Final horizontal speed in pixels per millisecond; positive to the right. */
  readonly speed: number;
  /** Width of the card in pixels. */
  readonly width: number;
}

export type Decision = 'like' | 'pass' | 'none';

const farEnough = 0.35;
const fastEnough = 0.5;
/** Minimum distance of a flick, in pixels. The card must also have moved in the direction of the final speed. */
const flickAtLeast = 24;

/** Decides by distance or by a flick. A quick movement back before the release cancels. */
export function decideDrag({ x, y, speed, width }: Drag): Decision {
  if (Math.abs(y) > Math.abs(x)) return 'none';
  const side: Decision = x > 0 ? 'like' : 'pass';
  const isComingBack = Math.abs(speed) > fastEnough && Math.sign(speed) !== Math.sign(x);
  if (isComingBack) return 'none';
  if (Math.abs(x) >= width * farEnough) return side;
  return Math.abs(x) >= flickAtLeast && Math.abs(speed) > fastEnough ? side : 'none';
}

/** Returns how far the drag is from a decision, from -1 (pass) to 1 (like). */
export const leaning = (x: number, width: number): number =>
  width === 0 ? 0 : Math.max(-1, Math.min(1, x / (width * farEnough)));

/** Uses only transforms, so that a drag never causes a layout. */
export function transformOf(x: number, y: number, width: number): string {
  const turn = width === 0 ? 0 : (x / width) * 12;
  return `translate3d(${x.toFixed(1)}px, ${(y * 0.4).toFixed(1)}px, 0) rotate(${turn.toFixed(2)}deg)`;
}

/** Returns the transform that moves the card out of the window. */
export const outsideOf = (decision: 'like' | 'pass', width: number): string =>
  transformOf((decision === 'like' ? 1 : -1) * Math.max(width * 1.6, 500), 0, width);

/**
 * Returns the speed over the last moments before the release, from timestamped moves. A pause before the release gives
 * zero.
 */
export function speedOf(
  moves: readonly { readonly x: number; readonly atMs: number }[],
  endMs: number,
): number {
  const recent = moves.filter(({ atMs }) => endMs - atMs <= 100);
  const [first, last] = [recent[0], recent.at(-1)];
  return !first || !last || first.atMs === last.atMs ? 0 : (last.x - first.x) / (last.atMs - first.atMs);
}

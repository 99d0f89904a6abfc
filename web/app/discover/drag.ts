/** Where a finger has moved to since it touched, in pixels. */
export interface Drag {
  readonly x: number;
  readonly y: number;
  /** Pixels a millisecond at the end, to the right. */
  readonly speed: number;
  /** Of the card. */
  readonly width: number;
}

export type Decision = 'like' | 'pass' | 'none';

const farEnough = 0.35;
const fastEnough = 0.5;
/** A flick must have moved the card, and in the direction in which it ended. */
const flickAtLeast = 24;

/** Far to a side decides, and so does a flick; coming back before letting go does not. */
export function decideDrag({ x, y, speed, width }: Drag): Decision {
  if (Math.abs(y) > Math.abs(x)) return 'none';
  const side: Decision = x > 0 ? 'like' : 'pass';
  const isComingBack = Math.abs(speed) > fastEnough && Math.sign(speed) !== Math.sign(x);
  if (isComingBack) return 'none';
  if (Math.abs(x) >= width * farEnough) return side;
  return Math.abs(x) >= flickAtLeast && Math.abs(speed) > fastEnough ? side : 'none';
}

/** How decided it is, from -1 (pass) to 1 (like). */
export const leaning = (x: number, width: number): number =>
  width === 0 ? 0 : Math.max(-1, Math.min(1, x / (width * farEnough)));

/** Only ever moved and turned: nothing around it has to be laid out again. */
export function transformOf(x: number, y: number, width: number): string {
  const turn = width === 0 ? 0 : (x / width) * 12;
  return `translate3d(${x.toFixed(1)}px, ${(y * 0.4).toFixed(1)}px, 0) rotate(${turn.toFixed(2)}deg)`;
}

/** Beyond the edge, on the side of the decision. */
export const outsideOf = (decision: 'like' | 'pass', width: number): string =>
  transformOf((decision === 'like' ? 1 : -1) * Math.max(width * 1.6, 500), 0, width);

/** The speed over the moments before the end, of moves that were noted with their times. Who waits has not flicked. */
export function speedOf(
  moves: readonly { readonly x: number; readonly atMs: number }[],
  endMs: number,
): number {
  const recent = moves.filter(({ atMs }) => endMs - atMs <= 100);
  const [first, last] = [recent[0], recent.at(-1)];
  return !first || !last || first.atMs === last.atMs ? 0 : (last.x - first.x) / (last.atMs - first.atMs);
}

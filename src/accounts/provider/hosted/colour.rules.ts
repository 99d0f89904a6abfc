const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Lightens a colour by a share of the way to white, or darkens it by a negative one. */
export function mixWithWhite(colour: string, share: number): string {
  const target = share < 0 ? 0 : 255;
  const mixed = channels(colour).map((value) => {
    const step = (target - value) * Math.abs(share);
    // Rounds away from the old value, so that repetition reaches the end.
    return Math.round(value + (step < 0 ? Math.floor(step) : Math.ceil(step)));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const readableOn = (colour: string): string =>
  contrastOf(colour, '#ffffff') >= contrastOf(colour, '#141311') ? '#ffffff' : '#141311';

/**
 * Returns true if the text begins with a day that exists. JavaScript would read the 30th of February as the 2nd of
 * March.
 */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

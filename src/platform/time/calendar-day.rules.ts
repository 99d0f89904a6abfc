/** Whether a text begins with a day that there is: JavaScript reads the 30th of February as the 2nd of March. */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/** Payloads are padded and encrypted into one record of at most 4 096 bytes. */
const previewLength = 200;

export function previewOf(text: string): string {
  const characters = Array.from(text);
  return characters.length <= previewLength ? text : `${characters.slice(0, previewLength - 1).join('')}…`;
}

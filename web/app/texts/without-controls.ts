/**
 * Removes control characters, which the server rejects. Line separators pasted from word processors become line breaks.
 */
export const withoutControls = (text: string): string =>
  text.replaceAll(/[\v\f\u0085]/g, '\n').replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');

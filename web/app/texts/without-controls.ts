/** What the server refuses, and nobody types: a pasted line end of a word processor becomes one, the rest goes. */
export const withoutControls = (text: string): string =>
  text.replaceAll(/[\v\f\u0085]/g, '\n').replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');

/** A mutant that may live, because nobody could tell it from the code as it is, and why. */
export interface Accepted {
  readonly file: string;
  /** The lines that it touches, each text as one line, before and after. */
  readonly before: string;
  /** Without it, whatever becomes of the line. */
  readonly after?: string;
  readonly reason: string;
}

export const file = (path: string, lines: ReadonlyArray<Omit<Accepted, 'file'>>): Accepted[] =>
  lines.map((line) => ({ file: path, ...line }));

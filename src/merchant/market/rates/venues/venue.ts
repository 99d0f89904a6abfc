import type { Quote } from '../book.rules.ts';

/** A market that can be polled. It never throws: missing or invalid answers are not reported. */
export interface Venue {
  readonly name: string;
  /** Reports quotes until the returned function is called. */
  listen(report: (quotes: readonly Quote[]) => void): () => Promise<void>;
  /** Only for a venue without requests: returns its prices at any time. */
  quotesAt?(nowMs: number): readonly Quote[];
}

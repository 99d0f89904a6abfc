import type { Quote } from '../book.rules.ts';

/** A market that can be listened to. It never throws: what cannot be heard or understood is not reported. */
export interface Venue {
  readonly name: string;
  /** Reports whatever is heard until the answer is called. */
  listen(report: (quotes: readonly Quote[]) => void): () => Promise<void>;
  /** Only for a venue that need not be asked: its prices of any moment. */
  quotesAt?(nowMs: number): readonly Quote[];
}

import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { insertQuotes, type NewQuote } from './conversion.store.ts';

/** Stores one quote as part of the caller's transaction. */
export const writeQuote = (tx: Tx, quote: NewQuote): Promise<void> => insertQuotes(tx, [quote]);

/** Statements under way at once; whatever comes meanwhile travels together in the next. */
const maximumUnderWay = 2;
const maximumTogether = 500;

interface Waiting {
  quote: NewQuote;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Quotes that are asked for at the same time share an insert and its flush to disk. A lone one goes at once. Nobody is
 * answered before their quote is stored; where a statement fails, all who wait for it hear so.
 */
export function openQuoteWriter(sql: Sql): (quote: NewQuote) => Promise<void> {
  let waiting: Waiting[] = [];
  let underWay = 0;

  const send = async (): Promise<void> => {
    const together = waiting.slice(0, maximumTogether);
    waiting = waiting.slice(maximumTogether);
    underWay += 1;
    try {
      await insertQuotes(
        sql,
        together.map(({ quote }) => quote),
      );
      for (const { resolve } of together) resolve();
    } catch (error) {
      for (const { reject } of together) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void send();
    }
  };

  return (quote) =>
    new Promise((resolve, reject) => {
      waiting.push({ quote, resolve, reject });
      if (underWay < maximumUnderWay) void send();
    });
}

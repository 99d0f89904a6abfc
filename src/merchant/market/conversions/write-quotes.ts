import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { ProblemError } from '../../../platform/problem.ts';
import { coinOf } from '../../assets/asset.rules.ts';
import { reservePromises, type PromiseContext } from '../open-promises/reserve-promises.ts';
import { insertQuotes, type NewQuote } from './conversion.store.ts';

/** Stores one quote as part of the caller's transaction; throws if it is beyond a limit on open promises. */
export async function writeQuote(tx: Tx, context: PromiseContext, quote: NewQuote): Promise<void> {
  const [refused] = await writeQuotes(tx, context, [quote]);
  if (refused) throw refused;
}

/** Returns an error for each quote that was not stored. */
async function writeQuotes(
  tx: Tx,
  context: PromiseContext,
  quotes: readonly NewQuote[],
): Promise<(ProblemError | undefined)[]> {
  const refusals = await reservePromises(
    tx,
    context,
    quotes.map((quote) => ({
      subjectId: quote.id,
      id: quote.id,
      pspId: quote.psp_id,
      coin: coinOf(quote.currency_pair),
      cents: quote.euro_amount,
      endsAt: quote.expires_at,
    })),
  );
  const stored = quotes.filter((_, index) => refusals[index] === undefined);
  if (stored.length > 0) insertQuotes(tx, stored);
  return refusals;
}

interface QuoteContext extends PromiseContext {
  readonly sql: Sql;
}

/** Maximum number of simultaneous transactions. Quotes that arrive in the meantime share the next one. */
const maximumUnderWay = 2;
const maximumTogether = 500;

interface Waiting {
  quote: NewQuote;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Concurrent quotes share a transaction and its flush to disk. A single quote is written at once. A request is answered only
 * after its quote is stored; if a statement fails, every request in it fails.
 */
export function openQuoteWriter(context: QuoteContext): (quote: NewQuote) => Promise<void> {
  let waiting: Waiting[] = [];
  let underWay = 0;

  const send = async (): Promise<void> => {
    const together = waiting.slice(0, maximumTogether);
    waiting = waiting.slice(maximumTogether);
    underWay += 1;
    try {
      const quotes = together.map(({ quote }) => quote);
      const refusals = await transaction(context.sql, (tx) => writeQuotes(tx, context, quotes));
      for (const [index, { resolve, reject }] of together.entries()) {
        const refused = refusals[index];
        if (refused) reject(refused);
        else resolve();
      }
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

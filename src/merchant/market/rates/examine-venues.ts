import type { Examine, Finding } from '../../../platform/postgres/examine-database.ts';
import { listTickers } from './venues/open-venues.ts';
import { askVenueOnce, type PollOverrides } from './venues/poll-venue.ts';
import type { Ticker } from './venues/ticker.rules.ts';

/** Asks each exchange of RATE_VENUES once. `overrides` redirects requests to simulated exchanges in tests. */
export async function examineVenues(
  examine: Examine,
  names: readonly string[],
  overrides: Readonly<Record<string, PollOverrides>> = {},
): Promise<void> {
  await Promise.all(
    listTickers(names).map((ticker) =>
      examine(`exchange ${ticker.name}`, () => examineVenue(ticker, overrides[ticker.name])),
    ),
  );
}

async function examineVenue(ticker: Ticker, overrides: PollOverrides | undefined): Promise<Finding> {
  const answers = await askVenueOnce(ticker, overrides);
  const faults = answers.flatMap((answer) => ('fault' in answer ? [answer] : []));
  const [first] = faults;
  if (!first) return { fine: `answers ${answers.length} of ${answers.length} requests` };
  return {
    problem: `${faults.length} of ${answers.length} requests failed, the first by ${first.path}: ${first.fault}`,
    advice: 'allow outgoing https, or take the exchange out of RATE_VENUES; then "praca rates check"',
  };
}

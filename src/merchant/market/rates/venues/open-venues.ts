import type { Platform } from '../../../../platform/platform.ts';
import { StartError } from '../../../../platform/start-error.ts';
import { pollVenue } from './poll-venue.ts';
import { simulateVenue } from './simulate-venue.ts';
import type { Ticker } from './ticker.rules.ts';
import { tickers } from './tickers.ts';
import type { Venue } from './venue.ts';

const simulatedVenues = [1, 2, 3, 4];

export const listTickers = (names: readonly string[]): Ticker[] =>
  tickers.filter((ticker) => names.includes(ticker.name));

/** Throws if there would never be a price, because too few venues are named. */
export function checkVenueCount(settings: {
  readonly RATE_VENUES: readonly string[];
  readonly RATE_MIN_VENUES: number;
}): void {
  const { RATE_VENUES: names, RATE_MIN_VENUES: least } = settings;
  const count = listTickers(names).length + (names.includes('simulated') ? simulatedVenues.length : 0);
  if (names.length === 0 || count >= least) return;
  throw new StartError(
    `RATE_VENUES names ${count} and RATE_MIN_VENUES asks for ${least}: there would never be a price.`,
  );
}

/** Opens venues that compute their quotes from the time and send no requests. */
export const openSimulatedVenues = (context: Pick<Platform, 'clock'>): Venue[] =>
  simulatedVenues.map((number) => simulateVenue(context.clock, number));

export function openVenues(
  context: Pick<Platform, 'clock' | 'log' | 'metrics'>,
  names: readonly string[],
): Venue[] {
  const failures = context.metrics.counter(
    'rate_venue_failures_total',
    'Requests to a market that were not answered with a price',
    ['venue'],
  );
  const pollContext = { log: context.log, onFailure: (venue: string) => failures.inc({ venue }) };
  return [
    ...(names.includes('simulated') ? openSimulatedVenues(context) : []),
    ...listTickers(names).map((ticker) => pollVenue(pollContext, ticker)),
  ];
}

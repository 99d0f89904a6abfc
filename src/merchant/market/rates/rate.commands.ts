import { formatAmount } from '../../../platform/money.ts';
import { CommandError, type Command } from '../../../platform/command.ts';
import { priceDecimals, type Price } from '../../assets/asset.rules.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { checkVenues, type CheckedBook } from './check-venues.ts';
import { rateTermsOf } from './rate.rules.ts';
import type { PollOverrides } from './venues/poll-venue.ts';

const verdicts: Record<CheckedBook['verdict'], string> = {
  counts: 'counts',
  crossed: 'left out: its bid is above its ask',
  outlying: 'left out: more than 2 % from the median of all',
};

/** `overrides` redirects requests to simulated exchanges in tests. */
export function ratesCheckCommand(
  overrides: Readonly<Record<string, PollOverrides>> = {},
): Command<MerchantSettings> {
  return {
    name: 'rates check',
    summary:
      'Asks each market of RATE_VENUES once and shows how rates would use its answers; changes nothing.',
    positionals: 0,
    async run({ settings, clock }, _input, print) {
      const names = settings.RATE_VENUES;
      if (names.includes('simulated')) print('simulated  prices are computed locally, so no request is sent');
      const { faults, books, rates, venues } = await checkVenues(
        { clock },
        {
          names,
          terms: rateTermsOf(settings),
          overrides,
        },
      );
      for (const { venue, path, fault } of faults) print(`${venue.padEnd(10)} WRONG  ${path}  ${fault}`);
      for (const { venue, pair, bid, ask, verdict } of books) {
        print(
          `${venue.padEnd(10)} ok     ${pair}  bid ${format(bid)}  ask ${format(ask)}  ${verdicts[verdict]}`,
        );
      }
      for (const [pair, rate] of rates) {
        print(
          rate
            ? `${pair}  buy ${format(rate.buy)}  sell ${format(rate.sell)}  from ${rate.books} of these books`
            : `${pair}  no rate: too few of these books agree`,
        );
      }
      const silent = venues.filter((venue) => !books.some((book) => book.venue === venue));
      if (silent.length > 0) throw new CommandError(`No price from ${silent.join(', ')}.`);
    },
  };
}

/** Formats a price without trailing zeros. */
const format = (price: Price): string => formatAmount(price, priceDecimals).replace(/\.?0+$/, '');

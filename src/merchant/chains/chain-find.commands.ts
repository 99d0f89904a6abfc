import { CommandError, type Command } from '../../platform/command.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { openChains } from './open-chains.ts';
import { findLostAddresses, SearchFault, type Search } from './search/find-lost-addresses.ts';

type Values = Record<string, string | boolean | undefined>;

/** A used branch usually has coins at one of its first addresses. */
const usualFirst = 20;
const mostFirst = 100_000;

function readTime(values: Values, name: string): Date | undefined {
  const text = values[name];
  if (typeof text !== 'string') return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`--${name} is a time in UTC, such as 2027-01-31T12:00:00Z.`);
  return time;
}

function readNumbers(values: Values, name: string): number[] {
  const text = values[name];
  if (typeof text !== 'string') return [];
  const numbers = text.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 0 || number >= 2 ** 31))
    throw new CommandError(`--${name} is a whole number, or several with commas between.`);
  return numbers;
}

function readSearch(values: Values, now: Date): Search {
  const from = readTime(values, 'from');
  if (!from) throw new CommandError('Say when the copy was made: --from <time in UTC>.');
  const to = readTime(values, 'to') ?? now;
  if (to < from) throw new CommandError('--to is before --from.');
  const [first = usualFirst] = readNumbers(values, 'first');
  if (first < 1 || first > mostFirst) throw new CommandError(`--first is from 1 to ${mostFirst}.`);
  return { from, to, branches: readNumbers(values, 'branch'), first };
}

export const chainFindCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'chain find',
    summary:
      'Finds addresses that a restored database has lost, and their coins. Needs only the account and the chain.',
    usage: '<coin> --from <time> [--to <time>] [--branch <numbers>] [--first <number>]',
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      branch: { type: 'string' },
      first: { type: 'string' },
    },
    positionals: 1,
    async run(platform, { positionals: [code = ''], values }, print) {
      const search = readSearch(values, new Date());
      const chains = await openChains(platform, platform.settings, 'look');
      const chain = chains.find(code.toUpperCase());
      if (!chain)
        throw new CommandError(`Name one of the coins that are on: ${chains.codes.join(', ') || 'none is'}.`);
      if (chain.addresses.ofTag)
        throw new CommandError(
          'XRP needs no search: "praca chain unassigned" lists all coins of its account that have no owner.',
        );
      try {
        const { branches, coins } = await findLostAddresses(platform, chain, search);
        print(
          branches.length === 0
            ? 'No address was found that this database does not know.'
            : `Addresses of these branches are watched from now on: ${branches.join(', ')}.`,
        );
        for (const row of coins) {
          print(
            `${formatAsset(chain.coin, row.amount)} ${chain.coin}  to ${row.address}  ${row.branch}/${row.address_index}  ` +
              `${row.transaction_id}:${row.output_index}${row.spent_by === null ? '' : `  spent by ${row.spent_by}`}`,
          );
        }
      } catch (error) {
        throw error instanceof SearchFault ? new CommandError(error.message) : error;
      }
    },
  },
];

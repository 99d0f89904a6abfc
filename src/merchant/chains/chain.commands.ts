import { CommandError, type Command } from '../../platform/command.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform, PlatformSettings } from '../../platform/platform.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { openChains } from './open-chains.ts';
import { listReadings } from './reading/list-readings.ts';
import { assignAddress, withUnusedAddress } from './receipts/assign-address.ts';

const formatReader = ({ pid, address }: { pid: number; address: string | null }): string =>
  `session ${pid}${address === null ? '' : ` from ${address}`}`;

async function printChains(
  platform: Platform,
  _input: unknown,
  print: (line: string) => void,
): Promise<void> {
  const readings = await listReadings(platform.sql);
  if (readings.length === 0) print('No chain was read yet.');
  for (const reading of readings) {
    const age = `read ${Math.round(reading.ageMs / 1000)} s ago`;
    const unread = reading.unreadBlocks > 0 ? `, ${reading.unreadBlocks} blocks to read` : '';
    const reader = reading.reader === undefined ? 'no reader' : `reader ${formatReader(reading.reader)}`;
    const fault = `${reading.fault === null ? '' : `  ${reading.fault}`}${reading.off ? '  off' : ''}`;
    print(
      `${reading.coin}  ${reading.network}  height ${reading.height}  ${age}${unread}  ${reader}${fault}`,
    );
  }
}

async function printFreshAddress(
  platform: Platform<PlatformSettings & MerchantSettings>,
  { positionals: [code = ''] }: { positionals: string[] },
  print: (line: string) => void,
): Promise<void> {
  const chains = await openChains(platform, platform.settings);
  const coin = chains.find(code.toUpperCase())?.coin;
  if (!coin)
    throw new CommandError(`Name one of the coins that are on: ${chains.codes.join(', ') || 'none is'}.`);
  const { payingAddress } = chains.get(coin);
  if (payingAddress) return print(payingAddress.address);
  const wanted = { coin, purpose: 'funds', subjectId: newId() } as const;
  const address = await withUnusedAddress(platform, (unused) =>
    transaction(platform.sql, (tx) => assignAddress(tx, { ...platform, chains }, wanted, unused)),
  );
  print(address.address);
  if (address.destinationTag !== null) print(`destination tag ${address.destinationTag}`);
}

export const chainCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'chain list',
    summary: 'Shows how far each chain was read, when, and by which process.',
    positionals: 0,
    run: printChains,
  },
  {
    name: 'chain address',
    summary:
      "Prints a fresh address for the provider's own coins. Coins that arrive there belong to the provider.",
    usage: '<coin>',
    positionals: 1,
    run: printFreshAddress,
  },
];

import { CommandError, type Command } from '../../platform/command.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform, PlatformSettings } from '../../platform/platform.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { openChains } from './open-chains.ts';
import { listReadings } from './reading/list-readings.ts';
import { assignAddress, withUnusedAddress } from './receipts/assign-address.ts';
import { listUnassigned } from './receipts/list-receipts.ts';

const sayReader = ({ pid, address }: { pid: number; address: string | null }): string =>
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
    const reader = reading.reader === undefined ? 'nobody reads it' : `reader ${sayReader(reading.reader)}`;
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

async function printUnassigned(
  platform: Platform,
  _input: unknown,
  print: (line: string) => void,
): Promise<void> {
  const outputs = await listUnassigned(platform.sql);
  if (outputs.length === 0) print('Everything that came was waited for.');
  for (const output of outputs) {
    print(
      `${output.firstSeenAt.toISOString()}  ${formatAsset(output.coin, output.amountMinor)} ${output.coin}  ` +
        `to ${output.destination}  ${output.transactionId}:${output.outputIndex}  ${output.status}`,
    );
  }
}

export const chainCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'chain list',
    summary: 'Shows how far each chain was read, how long ago, and by whom.',
    positionals: 0,
    run: printChains,
  },
  {
    name: 'chain address',
    summary: "Gives a fresh address for the provider's own coins, which become its own when they arrive.",
    usage: '<coin>',
    positionals: 1,
    run: printFreshAddress,
  },
  {
    name: 'chain unassigned',
    summary: 'Lists coins that came to us but that nobody waited for, such as XRP without a known tag.',
    positionals: 0,
    run: printUnassigned,
  },
];

import { readPspId } from '../../access/credentials/read-psp-id.ts';
import { CommandError, type Command } from '../../../platform/command.ts';
import type { Platform, PlatformSettings } from '../../../platform/platform.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { findCoin, formatAsset } from '../../assets/asset.rules.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { openChains } from '../../chains/open-chains.ts';
import { hasPsp } from '../../access/credentials/manage-credentials.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import type { HeldWait } from './held-coins.rules.ts';
import { listHeld } from './list-held.ts';
import { ReleaseRefused, releaseHeld, type ReleaseInput } from './release-held.ts';

type Input = Parameters<Command['run']>[1];
type MerchantPlatform = Platform<PlatformSettings & MerchantSettings>;

const waits: Record<HeldWait, string> = {
  open: 'its payment is still open',
  refunding: 'a refund is on its way',
  confirming: 'waits for confirmations',
};

async function printHeld(
  platform: MerchantPlatform,
  { values }: Input,
  print: (line: string) => void,
): Promise<void> {
  const pspId = values['psp'] === undefined ? undefined : readPspId(values['psp']);
  if (pspId !== undefined && !(await hasPsp(platform, pspId)))
    throw new CommandError(`There is no PSP ${pspId}.`);
  let count = 0;
  for await (const row of listHeld(platform, pspId)) {
    count += 1;
    const amount = `${formatAsset(row.coin, row.amountMinor)} ${row.coin}`;
    const wait = row.wait === undefined ? '' : `, ${waits[row.wait]}`;
    print(
      `${row.paymentId}  ${amount}  ${row.reason}${wait}  since ${row.since.toISOString()}  PSP ${row.pspId}`,
    );
  }
  if (count === 0) print('There are no held coins for staff to release.');
}

async function release(
  platform: MerchantPlatform,
  input: Input,
  print: (line: string) => void,
): Promise<void> {
  const wanted = readRequest(input);
  const request = { ...wanted, releasedBy: (await readStaff(platform, input.values, moneyRoles)).email };
  const settings = platform.settings;
  const chains = await openChains(platform, settings);
  const done = await releaseHeld({ ...platform, settings, chains }, request).catch((error: unknown) => {
    const refused = error instanceof ReleaseRefused || error instanceof ProblemError;
    throw refused ? new CommandError(error.message) : error;
  });
  const { coin } = done;
  if (done.payout_id === null) {
    return print(`${formatAsset(coin, done.amount)} ${coin} are the merchant's now.`);
  }
  print(`${formatAsset(coin, done.amount - done.fee_coin_amount)} ${coin} go to ${done.address ?? ''}`);
  print(`payout ${done.payout_id}, network fee ${formatAsset(coin, done.fee_coin_amount)} ${coin}`);
}

function readRequest({
  values,
  positionals: [paymentId = '', code = ''],
}: Input): Omit<ReleaseInput, 'releasedBy'> {
  const coin = findCoin(code.toUpperCase());
  if (paymentId === '' || !coin) throw new CommandError('Name the payment by its id, and the coin.');
  const { to: address, tag } = values;
  const toMerchant = values['to-merchant'] === true;
  if (toMerchant === (typeof address === 'string')) {
    throw new CommandError('Say where the coins go: --to <address> or --to-merchant.');
  }
  if (toMerchant && tag !== undefined) throw new CommandError('--tag requires --to.');
  const destinationTag = typeof tag === 'string' ? tag : null;
  return {
    paymentId,
    coin,
    to: typeof address === 'string' ? { address, destinationTag } : 'merchant',
  };
}

export const releaseCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'payment held',
    summary: 'Lists held coins of payments that only staff can release, oldest first.',
    usage: '[--psp number]',
    options: { psp: { type: 'string' } },
    positionals: 0,
    run: printHeld,
  },
  {
    name: 'payment release',
    summary: 'Sends held coins to an address, minus the network’s fee, or gives them to the merchant.',
    usage: '<payment> <coin> (--to <address> [--tag number] | --to-merchant) --by <e-mail>',
    options: {
      to: { type: 'string' },
      tag: { type: 'string' },
      'to-merchant': { type: 'boolean' },
      ...byOption,
    },
    positionals: 2,
    run: release,
  },
];

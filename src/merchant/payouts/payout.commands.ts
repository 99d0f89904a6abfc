import { CommandError, type Command } from '../../platform/command.ts';
import { byOption, readStaff } from '../../platform/staff/read-staff.ts';
import type { Platform } from '../../platform/platform.ts';
import { coinCodes, coins, findCoin, formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import { moneyRoles, staffActor } from '../access/audit/audit.rules.ts';
import { readReason } from '../access/audit/read-reason.ts';
import { recordAction } from '../access/audit/record-action.ts';
import type { Chain } from '../chains/chain.ts';
import { openChains } from '../chains/open-chains.ts';
import { listFreezes } from '../chains/freezes/list-freezes.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { bumpPayout } from './batches/bump-payout.ts';
import { feeRateUnit, parseFeeRate } from './batches/fee-rate.rules.ts';
import { cancelPayout, listEndedPayouts, listPayouts } from './manage-payouts.ts';
import { passNumbers } from './numbers/account-numbers.ts';
import type { PayoutOwners } from './payout-owner.ts';
import type { OpenPayout, Payout } from './payout.rules.ts';
import { sayIn } from '../../platform/problem.ts';
import { sayStored } from '../details/stored-sentence.rules.ts';

const shown = 200;

const ended: Record<string, string> = {
  SIGNED: 'is signed: its transaction may be mined at any time',
  COMPLETED: 'is paid',
  FAILED: 'has failed already',
  REVERSED: 'was reversed already',
};

const unraised: Record<string, string> = {
  RESERVED: 'is not signed yet; "praca payout list" shows the reason',
  FAILED: 'has failed already',
  REVERSED: 'was reversed already',
  COMPLETED: 'is paid',
  mined: 'is in a block',
  expires: 'is signed again automatically after its last valid block',
  frozen: 'is not raised while its coin is frozen: "praca payout thaw" ends the freeze',
};

/** Coins whose fees can be raised; payouts of the others are signed again. */
const bumpedUnits = coinCodes
  .filter((coin) => !coins[coin].expires)
  .map((coin) => `${feeRateUnit(coin)} (${coin})`)
  .join(', ');

export const payoutCommands = (owners: PayoutOwners): readonly Command<MerchantSettings>[] => [
  {
    name: 'payout list',
    summary: 'Lists open payouts, oldest first; with --ended, ended payouts, newest first.',
    usage: '[--ended]',
    positionals: 0,
    options: { ended: { type: 'boolean' } },
    async run(platform, { values }, print) {
      if (values['ended'] === true) return printEnded(platform, print);
      (await listFreezes(platform.sql)).forEach(print);
      const payouts = await listPayouts(platform, shown);
      if (payouts.length === 0) print('No payouts are waiting.');
      for (const payout of payouts) describe(payout, platform.clock.nowMs()).forEach(print);
      if (payouts.length === shown) print(`These are the oldest ${shown}.`);
    },
  },
  {
    name: 'payout cancel',
    summary: 'Cancels an unsigned payout; its money goes back.',
    usage: '<payout> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals: [id = ''], values }, print) {
      const by = staffActor((await readStaff(platform, values, moneyRoles)).email);
      const outcome = await cancelPayout(platform, owners, id, async (tx) =>
        recordAction(tx, platform, { action: 'cancel', subject: id, by, reason: null }),
      );
      if (outcome === 'unknown') throw new CommandError('There is no such payout.');
      if (outcome !== 'cancelled') throw new CommandError(`Payout ${id} ${ended[outcome]}.`);
      print(`Payout ${id} is cancelled; its money is back.`);
    },
  },
  {
    name: 'payout bump',
    summary: `Raises the fee of an unmined payout, and of all payouts in its transaction. --fee-rate is in ${bumpedUnits}.`,
    usage: '<payout> [--fee-rate rate] --by <e-mail>',
    options: { 'fee-rate': { type: 'string' }, ...byOption },
    positionals: 1,
    async run(platform, { positionals: [id = ''], values }, print) {
      const rate = values['fee-rate'];
      const readRate = typeof rate === 'string' ? (coin: CoinCode) => readFeeRate(coin, rate) : null;
      const chains = await openChains(platform, platform.settings);
      const by = staffActor((await readStaff(platform, values, moneyRoles)).email);
      const outcome = await bumpPayout({ ...platform, chains }, id, readRate, async (tx, asked) =>
        recordAction(tx, platform, {
          action: 'bump',
          subject: id,
          by,
          reason: null,
          detail: { rate: asked },
        }),
      );
      if (outcome === 'unknown') throw new CommandError('There is no such payout.');
      if (typeof outcome === 'string') throw new CommandError(`Payout ${id} ${unraised[outcome]}.`);
      if ('refused' in outcome)
        throw new CommandError(`Payout ${id} is not raised: ${sayIn('en', outcome.refused)}.`);
      print(
        `The fee of payout ${id} is raised to ${outcome.asked} within seconds; "praca payout list" shows it.`,
      );
    },
  },
  {
    name: 'payout number',
    summary:
      'Continues payouts of a coin with a number of its account, after the numbers before it were used elsewhere.',
    usage: '<ETH|XRP> <number> --by <e-mail> --reason <text>',
    options: { ...byOption, reason: { type: 'string' } },
    positionals: 2,
    async run(platform, { positionals: [code = '', number = ''], values }, print) {
      const coin = findCoin(code.toUpperCase());
      if (!coin) throw new CommandError('There is no such coin.');
      const chain = await findNumbered(platform, coin);
      if (!/^\d{1,18}$/.test(number)) throw new CommandError('Give the number that "payout list" shows.');
      const reason = readReason(values);
      if (reason === null) throw new CommandError('Give a reason: --reason <text>.');
      const by = (await readStaff(platform, values, moneyRoles)).email;
      await requireUsed(chain, BigInt(number));
      const passed = await passNumbers(platform, { coin, next: BigInt(number), by, reason });
      if (!passed) throw new CommandError(`All numbers before ${number} were used here.`);
      print(`Payouts of ${coin} go on with number ${number}.`);
    },
  },
];

/** Returns the chain if its payouts use the sequence numbers of an account. */
async function findNumbered(
  platform: Parameters<typeof openChains>[0] & { readonly settings: MerchantSettings },
  coin: CoinCode,
): Promise<Chain> {
  const { all } = await openChains(platform, platform.settings, 'look');
  const chain = all.find((one) => one.coin === coin);
  if (chain?.payer?.funds !== 'sequence') throw new CommandError(`Payouts of ${coin} have no numbers here.`);
  return chain;
}

/** A number above the node's next number would block all payouts and could not be undone. */
async function requireUsed(chain: Chain, number: bigint): Promise<void> {
  const account = await chain.node.readAccount?.();
  if (account && number > account.nextNumber)
    throw new CommandError(
      `The next number of the account is ${account.nextNumber}: none before ${number} was used.`,
    );
}

async function printEnded(platform: Pick<Platform, 'sql' | 'clock'>, print: (line: string) => void) {
  const { items, next } = await listEndedPayouts(platform, shown);
  if (items.length === 0) print('No payouts have ended.');
  for (const payout of items) describeItself(payout, platform.clock.nowMs()).forEach(print);
  if (next !== undefined) print(`These are the newest ${shown}.`);
}

function readFeeRate(coin: CoinCode, text: string): bigint {
  const rate = parseFeeRate(coin, text);
  if (rate === undefined) throw new CommandError(`--fee-rate takes a number, in ${feeRateUnit(coin)}.`);
  return rate;
}

function describeItself(payout: Payout, nowMs: number): string[] {
  const minutes = Math.max(0, Math.floor((nowMs - payout.created_at.getTime()) / 60_000));
  const tag = payout.destination_tag === null ? '' : ` tag ${payout.destination_tag}`;
  const amount = `${formatAsset(payout.coin, payout.amount)} ${payout.coin}`;
  return [
    `${payout.id}  ${payout.status}  ${amount} to ${payout.address}${tag}  ${payout.kind}${payout.psp_id === 0 ? '' : ` of PSP ${payout.psp_id}`}, ${minutes} min`,
    ...(payout.transaction_id === null ? [] : [`     transaction ${payout.transaction_id}`]),
  ];
}

function describe(payout: OpenPayout, nowMs: number): string[] {
  return [
    ...describeItself(payout, nowMs),
    ...(payout.fee === null || payout.generation === null
      ? []
      : [
          `     fee ${formatAsset(payout.coin, payout.fee)} ${payout.coin}, raised ${payout.generation} times`,
        ]),
    ...(payout.fee_borne === 0n
      ? []
      : [
          `     its merchant lacks the money: of the fee the provider pays ${formatAsset(payout.coin, payout.fee_borne)} ${payout.coin}`,
        ]),
    ...[payout.trouble, payout.sending_trouble].flatMap((trouble) =>
      trouble === null ? [] : [`     waits: ${sayStored('en', trouble)}`],
    ),
    ...(payout.bump_trouble === null
      ? []
      : [`     its fee is not raised: ${sayStored('en', payout.bump_trouble)}`]),
    ...(payout.approval === 'waiting'
      ? [`waits for approval by another person than ${payout.requested_by ?? 'unknown'}`]
      : []),
    ...(payout.screening === null || payout.screening === 'allow'
      ? []
      : [`     screening: ${payout.screening}`]),
  ];
}
